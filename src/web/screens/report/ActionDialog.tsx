import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { actOnReport, refreshReports } from '@/web/api/accounts/reports'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import confirm from '@/web/components/feedback/ConfirmButton.module.css'
import { Dialog } from '@/web/components/feedback/Dialog'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import type { PossibleAction } from './possible-actions'
import classes from './ReportScreen.module.css'

/** Asks for the reason of a moderation action before it is taken. */
export function ActionDialog({
  reportId,
  username,
  action,
  onClose,
}: {
  reportId: number
  /** The user whom the action affects. */
  username: string
  action: PossibleAction | null
  onClose: () => void
}) {
  const title = action ? t('act.of', { action: t(action.label), name: username }) : ''
  return (
    <Dialog opened={action !== null} onClose={onClose} title={title}>
      {action && <ActionForm key={action.label} {...{ reportId, action, onClose }} />}
    </Dialog>
  )
}

function ActionForm({
  reportId,
  action,
  onClose,
}: {
  reportId: number
  action: PossibleAction
  onClose: () => void
}) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const taking = useMutation({
    mutationFn: () => actOnReport(reportId, { ...action.input, reason: reason.trim() || null }),
    onSuccess: async () => {
      await refreshReports(client)
      onClose()
    },
  })
  return (
    <div className={classes.main}>
      <Textarea
        label={t('act.reason')}
        description={t('act.reasonHint')}
        minRows={3}
        autosize
        size="md"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ErrorNote error={taking.error} />
      <div className={confirm.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <BusyButton
          {...(action.harsh && { color: 'red.8' })}
          busy={taking.isPending}
          onClick={() => taking.mutate()}
        >
          {t(action.label)}
        </BusyButton>
      </div>
    </div>
  )
}
