import type { Analysis } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatClock } from '@/web/format/duration'
import { formatPercent } from '@/web/format/numbers'
import { formatCount, formatDistance, formatHeight, formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { IntervalRow } from '@/web/screens/workout/track/IntervalRow'
import { usePreferences } from '@/web/state/preferences'
import { findInterval, type Moments } from './find-interval'
import { MoreRows, useFirstRows } from './first-rows'
import classes from './LapTables.module.css'
import { lapColumns } from './lap-columns'
import { Splits } from './Splits'

/** Splits, laps, climbs and pauses of a recorded workout. */
export function LapTables({
  analysis: { splits, laps, climbs, pauses, swim_sets: sets },
  workout,
  moments,
  link,
}: {
  analysis: Analysis
  workout: Workout
  moments: Moments
  link: TrackLink
}) {
  return (
    <>
      {!sets && <Splits splits={splits} workout={workout} moments={moments} link={link} />}
      {/* The laps of a pool swim are its sets and rests, unless a plan named them. */}
      {(!sets || laps.some(({ name }) => name)) && (
        <Laps laps={laps} workout={workout} moments={moments} link={link} />
      )}
      <Climbs climbs={climbs} moments={moments} link={link} />
      {!sets && <Pauses pauses={pauses} sportId={workout.sport_id} />}
    </>
  )
}

/** The pauses of a workout with time and duration; collapsed by default, because the total is usually enough. */
function Pauses({ pauses, sportId }: { pauses: Analysis['pauses']; sportId: number }) {
  const preferences = usePreferences()
  if (pauses.length === 0) return null
  const sum = pauses.reduce((total, { duration }) => total + duration, 0)
  return (
    <details className={classes.pauses}>
      <summary>{t('pause.sum', { count: pauses.length, time: formatClock(sum) })}</summary>
      <ul>
        {pauses.map(({ start, duration, distance, recorded }) => (
          <li key={start}>
            {t(recorded ? 'pause.standing' : 'pause.stopped', {
              time: formatClock(duration),
              at: formatClock(start),
              distance: formatQuantity(formatSportDistance(distance, sportId, preferences)),
            })}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The laps that the device recorded, with its values. */
function Laps({
  laps,
  workout,
  moments,
  link,
}: {
  laps: Analysis['laps']
  workout: Workout
  moments: Moments
  link: TrackLink
}) {
  const preferences = usePreferences()
  const { shown, rest, showAll } = useFirstRows(
    laps.map((lap, index) => ({ ...lap, number: index + 1 })),
  )
  // A single lap without a name only repeats the numbers of the workout.
  if (laps.length < 2 && !laps.some(({ name }) => name)) return null
  const columns = lapColumns(laps, workout, preferences)
  return (
    <NumberTable
      title={t('lap.title')}
      headings={[t('segments.number'), ...columns.map(({ label }) => t(label))]}
    >
      {shown.map((lap) => (
        <IntervalRow
          key={lap.number}
          interval={findInterval(moments, lap)}
          link={link}
          name={String(lap.number)}
          label={t('lap.select', { number: lap.number })}
        >
          {columns.map(({ label, read }) => {
            const value = read(lap)
            return <td key={label}>{typeof value === 'string' ? value : formatQuantity(value)}</td>
          })}
        </IntervalRow>
      ))}
      <MoreRows rest={rest} columns={columns.length + 1} onShow={showAll} />
    </NumberTable>
  )
}

const COLUMNS = [
  ...(['segments.number', 'climb.category', 'climb.foot', 'climb.length', 'stat.ascent'] as const),
  ...(['climb.gradient', 'climb.steepest', 'climb.time', 'climb.vam'] as const),
]

/** The climbs of a workout with length, ascent and gradient. */
function Climbs({
  climbs,
  moments,
  link,
}: {
  climbs: Analysis['climbs']
  moments: Moments
  link: TrackLink
}) {
  const preferences = usePreferences()
  if (climbs.length === 0) return null
  const percent = (value: number) => formatPercent(value, 1, preferences.locale)
  return (
    <NumberTable title={t('climb.title')} headings={COLUMNS.map((key) => t(key))}>
      {climbs.map((climb, index) => (
        <IntervalRow
          key={climb.start}
          interval={findInterval(moments, climb)}
          link={link}
          name={String(index + 1)}
          label={t('climb.select', { number: index + 1 })}
        >
          <td>{climb.category === 'none' ? '–' : climb.category}</td>
          <td>{formatQuantity(formatDistance(climb.from, preferences))}</td>
          <td>{formatQuantity(formatDistance(climb.distance, preferences))}</td>
          <td>{formatQuantity(formatHeight(climb.gain, preferences))}</td>
          <td>{percent(climb.gradient)}</td>
          <td>{percent(climb.max_gradient)}</td>
          <td>{formatClock(climb.duration)}</td>
          <td>{formatQuantity(formatCount(climb.vam, t('unit.metresPerHour'), preferences))}</td>
        </IntervalRow>
      ))}
    </NumberTable>
  )
}
