import { useState } from 'react'
import { isSwimming } from '@/reference/swimming'
import type { Analysis } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/NumberTable'
import { Segments } from '@/web/components/Segments'
import { plain } from '@/web/format/quantity'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import { StretchRow } from '@/web/screens/workout/StretchRow'
import { usePreferences } from '@/web/state/preferences'
import { MoreRows, useFirstRows } from './first-rows'
import classes from './Splits.module.css'
import { splitColumns, splitSpeed } from './split-columns'
import { stretchOf } from './stretch-of'

const UNIT_NAMES = {
  km: 'unit.km',
  mile: 'unit.mi',
  hundred_metres: 'split.hundredMetres',
} as const satisfies Record<keyof Analysis['splits'], TextKey>

type Unit = keyof typeof UNIT_NAMES

/** What parts are of before anything is chosen. */
const USUAL = { metric: 'km', imperial: 'mile' } as const

/** The way in kilometres, miles, or hundreds of metres, each with how fast it was. */
export function Splits({
  splits,
  workout,
  moments,
  link,
}: {
  splits: Analysis['splits']
  workout: Workout
  /** Seconds of each point; undefined while they are not known. */
  moments: readonly number[] | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  const [chosen, choose] = useState<Unit | null>(null)
  const swims = isSwimming(workout.sport_id) && splits.hundred_metres !== undefined
  const usual = swims ? 'hundred_metres' : USUAL[preferences.units]
  const unit = chosen ?? usual
  const parts = splits[unit] ?? []
  const { shown, rest, showAll } = useFirstRows(parts)
  // A part alone says nothing that the workout does not.
  if ((splits[usual] ?? []).length < 2) return null
  const columns = splitColumns(parts, workout, preferences)
  const fastest = Math.max(...parts.map(splitSpeed))
  const units = (Object.keys(UNIT_NAMES) as Unit[]).filter((each) => splits[each])
  return (
    <NumberTable
      title={t('split.title')}
      tools={
        <Segments
          label={t('split.length')}
          value={unit}
          onChange={choose}
          data={units.map((value) => ({ value, label: t(UNIT_NAMES[value]) }))}
        />
      }
      headings={[
        t('segments.number'),
        { key: 'bars', cell: <th key="bars" scope="col" className={classes.bars} aria-hidden /> },
        ...columns.map(({ label }) => t(label)),
      ]}
    >
      {shown.map((part, index) => {
        // What is left is named by its length, as it is no whole part.
        const isRest = index > 0 && index === parts.length - 1
        const name = isRest
          ? plain(sportDistanceOf(part.distance, workout.sport_id, preferences))
          : String(index + 1)
        return (
          <StretchRow
            key={part.start}
            stretch={stretchOf(moments, part)}
            link={link}
            name={name}
            label={t('split.select', { number: name })}
          >
            <td className={classes.bars} aria-hidden>
              <SpeedBar share={fastest > 0 ? splitSpeed(part) / fastest : 0} />
            </td>
            {columns.map(({ label, read }) => (
              <td key={label}>{plain(read(part))}</td>
            ))}
          </StretchRow>
        )
      })}
      <MoreRows rest={rest} columns={columns.length + 2} onShow={showAll} />
    </NumberTable>
  )
}

/** How fast a part was beside the fastest one. */
const SpeedBar = ({ share }: { share: number }) => (
  <span className={classes.bar} style={{ inlineSize: `${(share * 100).toFixed(1)}%` }} />
)
