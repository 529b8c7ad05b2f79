import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReportInput, reportContent } from '@/web/api/reports'
import { t } from '@/web/i18n/text'
import classes from './ConfirmButton.module.css'
import { ErrorNote } from './ErrorNote'
import { Notice } from './Notice'

/** Says what is wrong with something; the moderators of the server read it. */
export function ReportForm({
  thing,
  onClose,
}: {
  thing: Omit<ReportInput, 'note'>
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const sending = useMutation({ mutationFn: () => reportContent({ ...thing, note: note.trim() }) })
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
        <Button
          disabled={note.trim() === ''}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {t('report.send')}
        </Button>
      </div>
    </>
  )
}
