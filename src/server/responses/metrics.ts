import { type Static, Type } from '@sinclair/typebox'
import type { WorkoutPermissions } from '@/policy/workout'
import type { SegmentRow } from '@/store/db/queries/workouts/segments'
import { type DialectFormat, duration } from './dialect'
import { nullable, number } from './fields'

const value = (description: string) => nullable(number(description))
const cadence = value('Steps or turns per minute.')
const heartRate = value('Beats per minute.')

export const metrics = Type.Object({
  ascent: value('Metres up.'),
  ave_cadence: cadence,
  ave_hr: heartRate,
  ave_pace: nullable(duration('Per kilometre, in motion.')),
  ave_power: value('Watts.'),
  ave_speed: value('km/h, in motion.'),
  best_pace: nullable(duration('Per kilometre.')),
  descent: value('Metres down.'),
  distance: value('Kilometres.'),
  duration: duration('Elapsed time, with pauses.'),
  max_alt: value('Metres.'),
  max_cadence: cadence,
  max_hr: heartRate,
  max_power: value('Watts.'),
  max_speed: value('km/h.'),
  min_alt: value('Metres.'),
  moving: duration('Time in motion.'),
})

/** The columns behind the metrics. */
export type Measured = Pick<SegmentRow, keyof Static<typeof metrics>>

/**
 * The metrics that workouts and segments share, as far as the caller's permissions and the sport show them: no
 * elevations for sports without, pace or speed by choice, cadence doubled where strides are counted per leg.
 */
export function presentMetrics(
  row: Measured,
  permissions: WorkoutPermissions,
  dialect: DialectFormat,
): Static<typeof metrics> {
  const { display } = permissions
  const pace = (seconds: number | null) =>
    display.pace && seconds !== null ? dialect.duration(seconds) : null
  const speed = (value: number | null, paceSeconds: number | null) =>
    display.speed || (display.pace && paceSeconds === null) ? value : null
  const elevation = (value: number | null, visible = true) =>
    display.elevation && visible ? value : null
  const cadence = (value: number | null) =>
    value === null || display.cadence === 'none'
      ? null
      : value * (display.cadence === 'spm' ? 2 : 1)
  const heartRate = (value: number | null) => (permissions.heartRate ? value : null)
  const power = (value: number | null) => (display.power ? value : null)
  return {
    ascent: elevation(row.ascent),
    ave_cadence: cadence(row.ave_cadence),
    ave_hr: heartRate(row.ave_hr),
    ave_pace: pace(row.ave_pace),
    ave_power: power(row.ave_power),
    ave_speed: speed(row.ave_speed, row.ave_pace),
    best_pace: pace(row.best_pace),
    descent: elevation(row.descent),
    distance: row.distance,
    duration: dialect.duration(row.duration),
    max_alt: elevation(row.max_alt, permissions.analysis),
    max_cadence: cadence(row.max_cadence),
    max_hr: heartRate(row.max_hr),
    max_power: power(row.max_power),
    max_speed: speed(row.max_speed, row.best_pace),
    min_alt: elevation(row.min_alt, permissions.analysis),
    moving: dialect.duration(row.moving),
  }
}
