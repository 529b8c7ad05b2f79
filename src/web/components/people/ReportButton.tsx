import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlag } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ReportInput } from '@/web/api/accounts/reports'
import { Dialog } from '@/web/components/feedback/Dialog'
import { t } from '@/web/i18n/text'

const ReportForm = lazy(() =>
  import('./ReportForm').then((module) => ({ default: module.ReportForm })),
)

/** A button that opens a form to report an object to the moderators. */
export function ReportButton({
  target,
  variant,
}: {
  target: Omit<ReportInput, 'note'>
  /** An icon next to other icons, a button, or a small button. */
  variant: 'icon' | 'button' | 'small'
}) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      {variant === 'icon' ? (
        <ActionIcon
          variant="default"
          size={38}
          aria-label={t('report.do')}
          title={t('report.do')}
          aria-haspopup="dialog"
          onClick={open}
        >
          <IconFlag size={19} stroke={1.75} />
        </ActionIcon>
      ) : (
        <Button
          variant={variant === 'small' ? 'subtle' : 'default'}
          {...(variant === 'small' && { color: 'gray' })}
          size={variant === 'small' ? 'compact-sm' : 'sm'}
          aria-haspopup="dialog"
          onClick={open}
        >
          {t('report.do')}
        </Button>
      )}
      <Dialog title={t('report.doTitle')} opened={opened} onClose={close}>
        <Suspense>
          <ReportForm target={target} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
