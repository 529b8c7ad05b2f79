import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { actOnReport, refreshReports } from '@/web/api/accounts/reports'
import { Dialog } from '@/web/components/feedback/Dialog'
import { Form } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import type { PossibleAction } from './possible-actions'

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
  const { form, deleteDraft } = useTextForm(`report.${reportId}.${action.label}`, {
    isOptional: true,
  })
  const taking = useMutation({
    mutationFn: (reason: string) =>
      actOnReport(reportId, { ...action.input, reason: reason.trim() || null }),
    onSuccess: async () => {
      deleteDraft()
      await refreshReports(client)
      onClose()
    },
  })
  return (
    <Form
      submit={t(action.label)}
      {...(action.harsh && { button: { color: 'red.8' } })}
      saving={taking}
      once
      // The dialog closes with Esc; its draft is there again when it is opened.
      guarded={false}
      before={
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
      }
      onSubmit={form.onSubmit(({ text }) => taking.mutate(text))}
    >
      <Textarea
        label={t('act.reason')}
        minRows={3}
        autosize
        size="md"
        {...withHint(form.getInputProps('text'), t('act.reasonHint'))}
      />
    </Form>
  )
}
