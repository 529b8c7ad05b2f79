import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReportInput, reportContent } from '@/web/api/accounts/reports'
import classes from '@/web/components/feedback/ConfirmButton.module.css'
import { Notice } from '@/web/components/feedback/Notice'
import { DialogForm } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'

/** A form to report an object to the server's moderators. */
export function ReportForm({
  target,
  onClose,
}: {
  target: Omit<ReportInput, 'note'>
  onClose: () => void
}) {
  const { form, deleteDraft } = useTextForm(`report.${target.object_type}.${target.object_id}`)
  const sending = useMutation({
    mutationFn: (note: string) => reportContent({ ...target, note: note.trim() }),
    onSuccess: deleteDraft,
  })
  if (sending.isSuccess) {
    return (
      <>
        <Notice>{t('report.thanks')}</Notice>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('form.close')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <DialogForm
      submit={t('report.send')}
      saving={sending}
      onCancel={onClose}
      onSubmit={form.onSubmit(({ text }) => sending.mutate(text))}
    >
      <Textarea
        autoFocus
        label={t('report.why')}
        minRows={4}
        autosize
        size="md"
        {...withHint(form.getInputProps('text'), t('report.whyHint'))}
      />
    </DialogForm>
  )
}
