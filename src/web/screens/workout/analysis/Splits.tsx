import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Analysis } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import type { Track } from '@/web/charts/track'
import { ScrollArea } from '@/web/components/ScrollArea'
import { distanceOf, plain } from '@/web/format/quantity'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Splits.module.css'
import { StretchRow } from './StretchRow'
import { splitColumns, splitSpeed } from './split-columns'
import { stretchOf } from './stretch-of'

const UNIT_NAMES = {
  km: 'unit.km',
  mile: 'unit.mi',
  hundred_metres: 'split.hundredMetres',
} as const satisfies Record<keyof Analysis['splits'], TextKey>

type Unit = keyof typeof UNIT_NAMES

/** The way in kilometres, miles, or hundreds of metres, each with how fast it was. */
export function Splits({
  splits,
  workout,
  track,
  link,
}: {
  splits: Analysis['splits']
  workout: Workout
  track: Track | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  const [chosen, choose] = useState<Unit | null>(null)
  const usual = preferences.units === 'metric' ? 'km' : 'mile'
  const unit = chosen ?? usual
  const parts = splits[unit] ?? []
  // A part alone says nothing that the workout does not.
  if ((splits[usual] ?? []).length < 2) return null
  const columns = splitColumns(parts, workout, preferences)
  const fastest = Math.max(...parts.map(splitSpeed))
  const units = (Object.keys(UNIT_NAMES) as Unit[]).filter((each) => splits[each])
  // What is left is named by its length, as it is no whole part.
  const nameOf = ({ distance }: (typeof parts)[number], index: number) =>
    index > 0 && index === parts.length - 1
      ? plain(distanceOf(distance, preferences))
      : String(index + 1)
  return (
    <section>
      <div className={classes.head}>
        <h2>{t('split.title')}</h2>
        <SegmentedControl
          size="sm"
          aria-label={t('split.length')}
          value={unit}
          onChange={choose}
          data={units.map((value) => ({ value, label: t(UNIT_NAMES[value]) }))}
        />
      </div>
      <ScrollArea label={t('split.title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('segments.number')}</th>
              <th scope="col" className={classes.bars} aria-hidden />
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map((part, index) => (
              <StretchRow
                key={part.start}
                stretch={track ? stretchOf(track, part) : null}
                link={link}
                name={nameOf(part, index)}
                label={t('split.select', { number: nameOf(part, index) })}
              >
                <td className={classes.bars} aria-hidden>
                  <SpeedBar share={fastest > 0 ? splitSpeed(part) / fastest : 0} />
                </td>
                {columns.map(({ label, read }) => (
                  <td key={label}>{plain(read(part))}</td>
                ))}
              </StretchRow>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}

/** How fast a part was beside the fastest one. */
const SpeedBar = ({ share }: { share: number }) => (
  <span className={classes.bar} style={{ inlineSize: `${(share * 100).toFixed(1)}%` }} />
)
