import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshModeration } from '@/web/api/accounts/moderation'
import { type Appeal, decideAppeal } from '@/web/api/accounts/reports'
import { Form, isSubmittedBy } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { canModerate } from '@/web/components/moderation/can-moderate'
import { Badge } from '@/web/components/people/Badge'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import classes from './ReportScreen.module.css'

/** Name of the button that rejects. */
const REJECT = 'reject'

/** An appeal against a moderation action: its outcome, or the buttons to approve or reject it. */
export function AppealBox({ appeal, by }: { appeal: Appeal; by: Appeal['user'] }) {
  const viewer = useProfile()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" className={classes.appeal} aria-label={t('appeal.title')}>
      <strong>{t('appeal.title')}</strong>
      <blockquote className={classes.quote}>{appeal.text}</blockquote>
      {isDecided(appeal) ? (
        <Decision appeal={appeal} />
      ) : by && canModerate(viewer, by) ? (
        <DecisionForm id={appeal.id} />
      ) : (
        <p className={classes.soft}>{t('appeal.notYours')}</p>
      )}
    </div>
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
  const { form, isDraft, deleteDraft } = useTextForm(`decision.${id}`)
  const decision = useMutation({
    mutationFn: (input: { approved: boolean; reason: string }) => decideAppeal(id, input),
    onSuccess: () => {
      deleteDraft()
      return refreshModeration(client)
    },
  })
  return (
    <Form
      submit={t('appeal.approve')}
      saving={decision}
      isDraft={isDraft}
      once
      after={
        <Button type="submit" size="md" variant="default" name={REJECT}>
          {t('appeal.reject')}
        </Button>
      }
      onDiscard={deleteDraft}
      onSubmit={form.onSubmit(({ text }, event) =>
        decision.mutate({ approved: !isSubmittedBy(event, REJECT), reason: text.trim() }),
      )}
    >
      <Textarea
        label={t('appeal.reason')}
        minRows={2}
        autosize
        size="md"
        {...withHint(form.getInputProps('text'), t('appeal.reasonHint'))}
      />
    </Form>
  )
}
