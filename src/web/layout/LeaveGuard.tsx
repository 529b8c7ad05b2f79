import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '@/web/components/feedback/Dialog'
import { t } from '@/web/i18n/text'
import { confirmLeaving, hasUnsavedChanges, useLeavingDecision } from '@/web/state/unsaved-changes'
import classes from './LeaveGuard.module.css'

/** Asks before a page with unsaved changes is left, by navigation, the back button, logging out or a reload. */
export function LeaveGuard() {
  const decide = useLeavingDecision()
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirmLeaving()),
    enableBeforeUnload: hasUnsavedChanges,
  })
  return (
    <Dialog opened={decide !== null} onClose={() => decide?.(false)} title={t('unsaved.title')}>
      <p>{t('unsaved.text')}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => decide?.(false)}>
          {t('unsaved.stay')}
        </Button>
        <Button color="red.8" onClick={() => decide?.(true)}>
          {t('unsaved.leave')}
        </Button>
      </div>
    </Dialog>
  )
}
