import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import type { Analysis } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatNumber } from '@/web/format/numbers'
import { getSwimUnit, NO_VALUE } from '@/web/format/quantity'
import { toSwimDistance } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import { IntervalRow } from '@/web/screens/workout/track/IntervalRow'
import { type Preferences, usePreferences } from '@/web/state/preferences'
import { findInterval, type Moments } from './find-interval'
import { MoreRows, useFirstRows } from './first-rows'
import classes from './SwimSets.module.css'
import { type Length, type SetColumn, type SwimSet, setColumns } from './swim-columns'

/** The sets of a pool swim. The lengths of each can be expanded. */
export function SwimSets({
  sets,
  analysis: { laps, pool_length: pool = 0 },
  workout,
  moments,
  link,
}: {
  sets: readonly SwimSet[]
  analysis: Analysis
  workout: Workout
  moments: Moments
  link: TrackLink
}) {
  const preferences = usePreferences()
  const lengths = laps.flatMap(({ lengths: own = [] }) => own)
  const numbered = sets.map((set, index) => ({ ...set, number: index + 1 }))
  const { shown, rest, showAll } = useFirstRows(numbered)
  const place = { poolKm: pool / METRES_PER_KM, sportId: workout.sport_id }
  const columns = setColumns(sets, place, preferences)
  return (
    <NumberTable
      title={t('swim.setsIn', { length: formatPool(pool, preferences) })}
      headings={[t('segments.number'), t('swim.title'), ...columns.map(({ label }) => t(label))]}
    >
      {shown.map((set) => (
        <SetRows
          key={set.number}
          set={set}
          lengths={lengths.slice(set.first_length, set.first_length + set.lengths)}
          columns={columns}
          moments={moments}
          link={link}
        />
      ))}
      <MoreRows rest={rest} columns={columns.length + 2} onShow={showAll} />
    </NumberTable>
  )
}

/** The row of a set, and those of its lengths if they are expanded. */
function SetRows({
  set,
  lengths,
  columns,
  moments,
  link,
}: {
  set: SwimSet & { number: number }
  lengths: readonly Length[]
  columns: readonly SetColumn[]
  moments: Moments
  link: TrackLink
}) {
  const [isOpen, open] = useState(false)
  const { number } = set
  return (
    <>
      <IntervalRow
        interval={findInterval(moments, set)}
        link={link}
        name={String(number)}
        label={t('swim.selectSet', { number })}
      >
        <td>
          <Expander
            lengths={lengths.length}
            number={number}
            isOpen={isOpen}
            onToggle={() => open(!isOpen)}
          />
        </td>
        {columns.map(({ label, read }) => (
          <td key={label}>{read(set) ?? NO_VALUE}</td>
        ))}
      </IntervalRow>
      {isOpen && (
        <Lengths
          lengths={lengths}
          number={number}
          columns={columns}
          moments={moments}
          link={link}
        />
      )}
    </>
  )
}

/** The length of a pool in the unit in which it was built. */
function formatPool(metres: number, { units, locale }: Preferences): string {
  const value = toSwimDistance(metres / METRES_PER_KM, units)
  const isWhole = Math.abs(value - Math.round(value)) < 0.02
  return `${formatNumber(value, isWhole ? 0 : 2, locale)} ${getSwimUnit(units)}`
}

function Expander({
  lengths,
  number,
  isOpen,
  onToggle,
}: {
  lengths: number
  number: number
  isOpen: boolean
  onToggle: () => void
}) {
  if (lengths === 0) return NO_VALUE
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={classes.expander}
      aria-expanded={isOpen}
      aria-label={t('swim.lengthsOf', { number, count: lengths })}
      onClick={onToggle}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {lengths}
    </button>
  )
}

/** The rows of the lengths of a set. */
function Lengths({
  lengths,
  number,
  columns,
  moments,
  link,
}: {
  lengths: readonly Length[]
  number: number
  columns: readonly SetColumn[]
  moments: Moments
  link: TrackLink
}) {
  return lengths.map((length, index) => {
    const name = `${number}.${index + 1}`
    const { start, duration = 0 } = length
    return (
      <IntervalRow
        // Some devices give several lengths the same start.
        key={name}
        interval={findInterval(moments, { start, duration })}
        link={link}
        name={name}
        label={t('swim.select', { number: name })}
      >
        <td />
        {columns.map(({ label, readLength }) => (
          <td key={label}>{readLength(length) ?? ''}</td>
        ))}
      </IntervalRow>
    )
  })
}
