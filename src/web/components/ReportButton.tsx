import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlag } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ReportInput } from '@/web/api/reports'
import { t } from '@/web/i18n/text'
import { Dialog } from './Dialog'

const ReportForm = lazy(() =>
  import('./ReportForm').then((module) => ({ default: module.ReportForm })),
)

/** Tells the moderators about something. */
export function ReportButton({
  thing,
  look,
}: {
  thing: Omit<ReportInput, 'note'>
  /** A flag beside other symbols, a button beside other buttons, or a small one. */
  look: 'icon' | 'button' | 'small'
}) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      {look === 'icon' ? (
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
          variant={look === 'small' ? 'subtle' : 'default'}
          {...(look === 'small' && { color: 'gray' })}
          size={look === 'small' ? 'compact-sm' : 'sm'}
          aria-haspopup="dialog"
          onClick={open}
        >
          {t('report.do')}
        </Button>
      )}
      <Dialog title={t('report.doTitle')} opened={opened} onClose={close}>
        <Suspense>
          <ReportForm thing={thing} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
