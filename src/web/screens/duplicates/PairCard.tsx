import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import { type Duplicate, dismissDuplicates, mergeDuplicates } from '@/web/api/workouts/duplicates'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Badge } from '@/web/components/people/Badge'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Duplicates.module.css'
import { PairMember } from './PairMember'
import { findRicher } from './pair'
import { type Decisions, useResolution } from './use-decisions'

/** Two workouts in columns, with buttons to resolve the pair. */
export function PairCard({
  duplicate,
  decisions,
  selectable,
}: {
  duplicate: Duplicate
  decisions: Decisions
  selectable: boolean
}) {
  const preferences = usePreferences()
  const { workouts, reason } = duplicate
  const merging = useResolution(mergeDuplicates, decisions, [duplicate])
  const dismissal = useResolution(dismissDuplicates, decisions, [duplicate])
  const date = formatDate(new Date(workouts[0]?.workout_date ?? 0), preferences)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        {selectable && (
          <Checkbox
            checked={decisions.isSelected(duplicate)}
            aria-label={t('duplicates.select', { date })}
            onChange={({ currentTarget }) => decisions.select([duplicate], currentTarget.checked)}
          />
        )}
        <h2 className={classes.date}>{date}</h2>
        <Badge>{t(reason === 'same_file' ? 'duplicates.sameFile' : 'duplicates.sameTime')}</Badge>
      </div>
      <PairMembers
        workouts={workouts}
        keptId={decisions.getKeptId(duplicate)}
        onKeep={(id) => decisions.keep(duplicate, id)}
      />
      <div className={classes.buttons}>
        <ConfirmButton
          label={t('duplicates.merge')}
          title={t('duplicates.mergeTitle')}
          text={t('duplicates.mergeText')}
          confirm={t('duplicates.merge')}
          action={merging}
        />
        <BusyButton
          variant="default"
          size="sm"
          busy={dismissal.isPending}
          onClick={() => dismissal.mutate()}
        >
          {t('duplicates.dismiss')}
        </BusyButton>
      </div>
      <ErrorNote error={dismissal.error} />
    </li>
  )
}

function PairMembers({
  workouts,
  keptId,
  onKeep,
}: {
  workouts: Duplicate['workouts']
  keptId: string | undefined
  onKeep: (id: string) => void
}) {
  const group = useId()
  const richer = findRicher(workouts)
  return (
    <fieldset className={classes.pair}>
      <legend className={classes.legend}>{t('duplicates.which')}</legend>
      {workouts.map((workout) => (
        <PairMember
          key={workout.id}
          group={group}
          workout={workout}
          richer={richer?.id === workout.id}
          stays={keptId === workout.id}
          onKeep={() => onKeep(workout.id)}
        />
      ))}
    </fieldset>
  )
}
