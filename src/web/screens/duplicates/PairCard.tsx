import { Button, Checkbox } from '@mantine/core'
import { useId } from 'react'
import { type Duplicate, dismissDuplicates, mergeDuplicates } from '@/web/api/duplicates'
import { Badge } from '@/web/components/Badge'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { ErrorNote } from '@/web/components/ErrorNote'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Duplicates.module.css'
import { PairMember } from './PairMember'
import { richerOf } from './pair'
import { type Judging, useJudgement } from './use-judging'

/** Two workouts side by side, and what can be done about them. */
export function PairCard({
  duplicate,
  judging,
  selectable,
}: {
  duplicate: Duplicate
  judging: Judging
  selectable: boolean
}) {
  const preferences = usePreferences()
  const group = useId()
  const { workouts, reason } = duplicate
  const merging = useJudgement(mergeDuplicates, judging, [duplicate])
  const dismissal = useJudgement(dismissDuplicates, judging, [duplicate])
  const richer = richerOf(workouts)
  const date = formatDate(new Date(workouts[0]?.workout_date ?? 0), preferences)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        {selectable && (
          <Checkbox
            checked={judging.isSelected(duplicate)}
            aria-label={t('duplicates.select', { date })}
            onChange={({ currentTarget }) => judging.select([duplicate], currentTarget.checked)}
          />
        )}
        <h2 className={classes.date}>{date}</h2>
        <Badge>{t(reason === 'same_file' ? 'duplicates.sameFile' : 'duplicates.sameTime')}</Badge>
      </div>
      <fieldset className={classes.pair}>
        <legend className={classes.legend}>{t('duplicates.which')}</legend>
        {workouts.map((workout) => (
          <PairMember
            key={workout.id}
            group={group}
            workout={workout}
            richer={richer?.id === workout.id}
            stays={judging.keptOf(duplicate) === workout.id}
            onKeep={() => judging.keep(duplicate, workout.id)}
          />
        ))}
      </fieldset>
      <div className={classes.buttons}>
        <ConfirmButton
          label={t('duplicates.merge')}
          title={t('duplicates.mergeTitle')}
          text={t('duplicates.mergeText')}
          confirm={t('duplicates.merge')}
          action={merging}
        />
        <Button
          variant="default"
          size="sm"
          loading={dismissal.isPending}
          onClick={() => dismissal.mutate()}
        >
          {t('duplicates.dismiss')}
        </Button>
      </div>
      <ErrorNote error={dismissal.error} />
    </li>
  )
}
