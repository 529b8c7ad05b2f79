import type { Analysis } from '@/web/api/workouts/efforts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatClock } from '@/web/format/duration'
import { formatMass, formatQuantity, NO_VALUE } from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'
import { IntervalRow } from '@/web/screens/workout/track/IntervalRow'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { EXERCISE_NAMES } from './exercise-names'
import { findInterval, type Moments } from './find-interval'
import { MoreRows, useFirstRows } from './first-rows'
import classes from './StrengthSets.module.css'

type StrengthSet = NonNullable<Analysis['strength_sets']>[number]

/** The columns for which a set has a value. */
function setColumns(sets: readonly StrengthSet[], preferences: Preferences) {
  const columns: {
    label: TextKey
    read: (set: StrengthSet) => string | undefined
    className?: string | undefined
  }[] = [
    {
      label: 'strength.exercise',
      read: ({ exercise }) => exercise && t(EXERCISE_NAMES[exercise]),
      className: classes.text,
    },
    { label: 'strength.repetitions', read: ({ repetitions }) => repetitions?.toString() },
    {
      label: 'strength.weight',
      read: ({ weight }) => (weight ? formatQuantity(formatMass(weight, preferences)) : undefined),
    },
    {
      label: 'climb.time',
      read: ({ duration }) => (duration === undefined ? undefined : formatClock(duration)),
    },
    { label: 'lap.rest', read: ({ rest }) => (rest ? formatClock(rest) : undefined) },
  ]
  return columns.filter(({ read }) => sets.some((set) => read(set) !== undefined))
}

/** The sets of strength training with repetitions, weight and rest. */
export function StrengthSets({
  sets,
  moments,
  link,
}: {
  sets: readonly StrengthSet[]
  moments: Moments
  link: TrackLink
}) {
  const preferences = usePreferences()
  const { shown, rest, showAll } = useFirstRows(
    sets.map((set, index) => ({ ...set, number: index + 1 })),
  )
  const columns = setColumns(sets, preferences)
  return (
    <NumberTable
      title={t('strength.title')}
      headings={[
        t('segments.number'),
        ...columns.map(({ label, className }) => ({
          key: label,
          cell: (
            <th key={label} scope="col" className={className}>
              {t(label)}
            </th>
          ),
        })),
      ]}
    >
      {shown.map(({ number, ...set }) => (
        <IntervalRow
          key={number}
          interval={findInterval(moments, { duration: 0, ...set })}
          link={link}
          name={String(number)}
          label={t('swim.selectSet', { number })}
        >
          {columns.map(({ label, read, className }) => (
            <td key={label} className={className}>
              {read(set) ?? NO_VALUE}
            </td>
          ))}
        </IntervalRow>
      ))}
      <MoreRows rest={rest} columns={columns.length + 1} onShow={showAll} />
    </NumberTable>
  )
}
