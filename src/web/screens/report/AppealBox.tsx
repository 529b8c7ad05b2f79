import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Appeal, decideAppeal, refreshReports } from '@/web/api/accounts/reports'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Badge } from '@/web/components/people/Badge'
import { t } from '@/web/i18n/text'
import classes from './ReportScreen.module.css'

/** An appeal against a moderation action: its outcome, or the buttons to approve or reject it. */
export function AppealBox({ appeal }: { appeal: Appeal }) {
  return (
    <section className={classes.appeal} aria-label={t('appeal.title')}>
      <strong>{t('appeal.title')}</strong>
      <blockquote className={classes.quote}>{appeal.text}</blockquote>
      {isDecided(appeal) ? <Decision appeal={appeal} /> : <DecisionForm id={appeal.id} />}
    </section>
  )
}

/** Whether the appeal was approved or rejected, or closed because the action was lifted. */
const isDecided = ({ approved, updated_at }: Appeal): boolean =>
  approved !== null || updated_at !== null

function Decision({ appeal: { approved, reason, moderator } }: { appeal: Appeal }) {
  const word =
    approved === null ? 'appeal.settled' : approved ? 'appeal.approved' : 'appeal.rejected'
  return (
    <>
      <p className={classes.soft}>
        <Badge tone={approved ? 'good' : 'plain'}>{t(word)}</Badge> {moderator?.username}
      </p>
      {reason && <blockquote className={classes.quote}>{reason}</blockquote>}
    </>
  )
}

function DecisionForm({ id }: { id: string }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const decision = useMutation({
    mutationFn: (approved: boolean) => decideAppeal(id, { approved, reason: reason.trim() }),
    onSuccess: () => refreshReports(client),
  })
  const ready = reason.trim() !== '' && !decision.isPending
  return (
    <>
      <Textarea
        label={t('appeal.reason')}
        description={t('appeal.reasonHint')}
        minRows={2}
        autosize
        size="md"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ErrorNote error={decision.error} />
      <div className={classes.answers}>
        <Button disabled={!ready} onClick={() => decision.mutate(true)}>
          {t('appeal.approve')}
        </Button>
        <Button variant="default" disabled={!ready} onClick={() => decision.mutate(false)}>
          {t('appeal.reject')}
        </Button>
      </div>
    </>
  )
}
