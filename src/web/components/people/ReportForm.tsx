import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReportInput, reportContent } from '@/web/api/accounts/reports'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import classes from '@/web/components/feedback/ConfirmButton.module.css'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Notice } from '@/web/components/feedback/Notice'
import { t } from '@/web/i18n/text'

/** A form to report an object to the server's moderators. */
export function ReportForm({
  target,
  onClose,
}: {
  target: Omit<ReportInput, 'note'>
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const sending = useMutation({ mutationFn: () => reportContent({ ...target, note: note.trim() }) })
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
    <>
      <Textarea
        autoFocus
        label={t('report.why')}
        description={t('report.whyHint')}
        minRows={4}
        autosize
        size="md"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <ErrorNote error={sending.error} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <BusyButton
          disabled={note.trim() === ''}
          busy={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {t('report.send')}
        </BusyButton>
      </div>
    </>
  )
}
