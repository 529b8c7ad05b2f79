import { useState } from 'react'
import { isSwimming } from '@/domain/reference/swimming'
import type { Analysis } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import { IntervalRow } from '@/web/screens/workout/track/IntervalRow'
import { usePreferences } from '@/web/state/preferences'
import { findInterval, type Moments } from './find-interval'
import { MoreRows, useFirstRows } from './first-rows'
import classes from './Splits.module.css'
import { splitColumns, splitSpeed } from './split-columns'

const UNIT_NAMES = {
  km: 'unit.km',
  mile: 'unit.mi',
  hundred_metres: 'split.hundredMetres',
} as const satisfies Record<keyof Analysis['splits'], TextKey>

type Unit = keyof typeof UNIT_NAMES

/** The default length of splits. */
const DEFAULTS = { metric: 'km', imperial: 'mile' } as const

/** Splits by kilometre, mile or hundreds of metres, each with its speed. */
export function Splits({
  splits,
  workout,
  moments,
  link,
}: {
  splits: Analysis['splits']
  workout: Workout
  moments: Moments
  link: TrackLink
}) {
  const preferences = usePreferences()
  const [chosen, choose] = useState<Unit | null>(null)
  const swims = isSwimming(workout.sport_id) && splits.hundred_metres !== undefined
  const usual = swims ? 'hundred_metres' : DEFAULTS[preferences.units]
  const unit = chosen ?? usual
  const parts = splits[unit] ?? []
  const { shown, rest, showAll } = useFirstRows(parts)
  // A single split only repeats the numbers of the workout.
  if ((splits[usual] ?? []).length < 2) return null
  const columns = splitColumns(parts, workout, preferences)
  const fastest = Math.max(...parts.map(splitSpeed))
  return (
    <NumberTable
      title={t('split.title')}
      tools={<UnitControl splits={splits} unit={unit} onChange={choose} />}
      headings={[
        t('segments.number'),
        { key: 'bars', cell: <th key="bars" scope="col" className={classes.bars} aria-hidden /> },
        ...columns.map(({ label }) => t(label)),
      ]}
    >
      {shown.map((part, index) => {
        // The last split is shorter than the others, so its length is shown.
        const isRest = index > 0 && index === parts.length - 1
        const name = isRest
          ? formatQuantity(formatSportDistance(part.distance, workout.sport_id, preferences))
          : String(index + 1)
        return (
          <SplitRow
            key={part.start}
            part={part}
            name={name}
            share={fastest > 0 ? splitSpeed(part) / fastest : 0}
            columns={columns}
            interval={findInterval(moments, part)}
            link={link}
          />
        )
      })}
      <MoreRows rest={rest} columns={columns.length + 2} onShow={showAll} />
    </NumberTable>
  )
}

/** The speed of a split compared with the fastest one. */
const SpeedBar = ({ share }: { share: number }) => (
  <span className={classes.bar} style={{ inlineSize: `${(share * 100).toFixed(1)}%` }} />
)

type Split = Parameters<typeof splitColumns>[0][number]

function SplitRow({
  part,
  name,
  share,
  columns,
  interval,
  link,
}: {
  part: Split
  name: string
  /** Speed compared with the fastest split. */
  share: number
  columns: ReturnType<typeof splitColumns>
  interval: ReturnType<typeof findInterval>
  link: TrackLink
}) {
  return (
    <IntervalRow
      interval={interval}
      link={link}
      name={name}
      label={t('split.select', { number: name })}
    >
      <td className={classes.bars} aria-hidden>
        <SpeedBar share={share} />
      </td>
      {columns.map(({ label, read }) => (
        <td key={label}>{formatQuantity(read(part))}</td>
      ))}
    </IntervalRow>
  )
}

function UnitControl({
  splits,
  unit,
  onChange,
}: {
  splits: Analysis['splits']
  unit: Unit
  onChange: (unit: Unit) => void
}) {
  const units = (Object.keys(UNIT_NAMES) as Unit[]).filter((each) => splits[each])
  return (
    <SegmentedControl
      label={t('split.length')}
      value={unit}
      onChange={onChange}
      data={units.map((value) => ({ value, label: t(UNIT_NAMES[value]) }))}
    />
  )
}
