import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Dialog } from '@/web/components/feedback/Dialog'
import { t } from '@/web/i18n/text'

const ModerationForm = lazy(() =>
  import('./ModerationForm').then((module) => ({ default: module.ModerationForm })),
)

/** A small button that opens a form in which a moderator acts on a comment. */
export function ModerateButton(target: Omit<ComponentProps<typeof ModerationForm>, 'onClose'>) {
  const [opened, { open, close }] = useDisclosure(false)
  const title = t('moderate.title', { name: target.user.username })
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" aria-haspopup="dialog" onClick={open}>
        {t('moderate.do')}
      </Button>
      <Dialog title={title} opened={opened} onClose={close}>
        <Suspense>
          <ModerationForm {...target} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
