import { type Static, Type } from '@sinclair/typebox'
import { meanSwolf, swolfOf } from '@/domain/analysis/sets/swim-sets'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { POOL_UNITS } from '@/domain/reference/swimming'
import type { ChartDisplay } from '@/domain/tracks/geometry/chart'
import {
  type DeviceLaps,
  LAP_INTENSITIES,
  LAP_TRIGGERS,
  type Lap,
  SWIM_STROKES,
  type SwimLength,
} from '@/domain/tracks/track'
import { roundHalfAway, type Scale } from '@/lib/text/decimal'
import { flag, number, oneOf, text } from '@/server/responses/fields'
import { secondsFromStart } from './effort'

const KMH_PER_MS = 3.6
const MICROSECONDS = 1e6

export const optional = (description: string) => Type.Optional(number(description))
export const stroke = Type.Optional(oneOf(SWIM_STROKES, 'Swim stroke.'))
const swolf = (description: string) => optional(`${description} Seconds plus strokes of a length.`)

export const strokes = optional('Number of strokes.')
export const meanSwolfOfLengths = swolf('Mean of its lengths.')

const heartRate = optional('Beats per minute, from the device.')
const cadence = optional('Steps or turns per minute, from the device.')

const swimLength = Type.Object(
  {
    start: secondsFromStart,
    duration: optional('In seconds.'),
    active: flag('True for swimming, false for a rest at the wall.'),
    stroke,
    strokes,
    swolf: swolf(''),
  },
  { $id: 'SwimLength', description: 'A length of a pool, as the device counted it.' },
)

const lap = Type.Object(
  {
    start: secondsFromStart,
    duration: number('Seconds, with pauses.'),
    timer: optional('Seconds with the timer running.'),
    distance: optional('Kilometres.'),
    name: Type.Optional(text('The step of a planned workout, or a note.')),
    trigger: Type.Optional(oneOf(LAP_TRIGGERS, 'What ended it.')),
    intensity: Type.Optional(oneOf(LAP_INTENSITIES, 'What it was for.')),
    ave_speed: optional('km/h.'),
    max_speed: optional('km/h.'),
    ascent: optional('Metres up.'),
    descent: optional('Metres down.'),
    ave_hr: heartRate,
    max_hr: heartRate,
    ave_cadence: cadence,
    max_cadence: cadence,
    ave_power: optional('Watts.'),
    max_power: optional('Watts.'),
    calories: optional('Kilocalories.'),
    stroke,
    swolf: meanSwolfOfLengths,
    lengths: Type.Optional(Type.Array(swimLength, { description: 'Lengths of a pool.' })),
  },
  { $id: 'Lap', description: "A part of a workout with the device's measurements." },
)

export const deviceLaps = {
  laps: Type.Array(lap, { description: 'Laps recorded by the device.' }),
  pool_length: optional('Metres of the pool in which the lengths were swum.'),
  pool_unit: Type.Optional(oneOf(POOL_UNITS, 'The unit in which the pool was built.')),
}

/** The visitor's permissions for lap values, and the start of the recording in microseconds since the Unix epoch. */
interface LapVisibility {
  startedAt: number
  display: ChartDisplay
  showsCalories: boolean
}

/** Laps recorded by the device; empty if there are none. */
export function presentLaps(
  device: DeviceLaps | undefined,
  visible: LapVisibility,
): Static<ReturnType<typeof Type.Object<typeof deviceLaps>>> {
  const laps = device?.laps ?? []
  return {
    laps: laps.map((each, index) => presentLap(each, visible, laps[index + 1])),
    ...(device?.poolLength !== undefined && { pool_length: roundHalfAway(device.poolLength, 2) }),
    ...(device?.poolUnit !== undefined && { pool_unit: device.poolUnit }),
  }
}

function presentLap(
  each: Lap,
  { startedAt, display, showsCalories }: LapVisibility,
  next: Lap | undefined,
): Static<typeof lap> {
  const { lengths = [] } = each
  const perMinute = (value: number | undefined) =>
    display.cadence === 'none' ? undefined : rounded(value, 0, display.cadence === 'spm' ? 2 : 1)
  const ifShown = (isShown: boolean, value: number | undefined, scale: Scale = 0) =>
    isShown ? rounded(value, scale) : undefined
  const numbers = {
    timer: rounded(each.timer, 1),
    distance: rounded(each.distance, 3, 1 / METRES_PER_KM),
    name: each.name,
    trigger: each.trigger,
    intensity: each.intensity,
    ave_speed: rounded(each.aveSpeed, 2, KMH_PER_MS),
    max_speed: rounded(each.maxSpeed, 2, KMH_PER_MS),
    ascent: ifShown(display.elevation, each.ascent, 1),
    descent: ifShown(display.elevation, each.descent, 1),
    ave_hr: ifShown(display.hr, each.aveHr),
    max_hr: ifShown(display.hr, each.maxHr),
    ave_cadence: perMinute(each.aveCadence),
    max_cadence: perMinute(each.maxCadence),
    ave_power: ifShown(display.power, each.avePower),
    max_power: ifShown(display.power, each.maxPower),
    calories: ifShown(showsCalories, each.calories),
    stroke: each.stroke,
    swolf: rounded(meanSwolf(lengths), 1),
  }
  return {
    start: secondsAt(each.start, startedAt),
    duration: roundHalfAway(durationOf(each, next), 1),
    ...present(numbers),
    ...(lengths.length > 0 && { lengths: lengths.map((one) => presentLength(one, startedAt)) }),
  }
}

const presentLength = (one: SwimLength, startedAt: number): Static<typeof swimLength> => ({
  start: secondsAt(one.start, startedAt),
  active: one.isActive,
  ...present({
    duration: rounded(one.elapsed, 1),
    stroke: one.stroke,
    strokes: one.strokes,
    swolf: rounded(swolfOf(one), 0),
  }),
})

/** Duration of a lap in seconds, pauses included. Without a value from the device, the time until the next lap. */
function durationOf({ start, elapsed, timer }: Lap, next: Lap | undefined): number {
  return elapsed ?? timer ?? (next ? (next.start - start) / MICROSECONDS : 0)
}

/** Seconds from the start of the recording; 0 for moments before its first point. */
const secondsAt = (moment: number, startedAt: number): number =>
  roundHalfAway(Math.max((moment - startedAt) / MICROSECONDS, 0), 1)

export const rounded = (value: number | undefined, scale: Scale, factor = 1): number | undefined =>
  value === undefined ? undefined : roundHalfAway(value * factor, scale)

/** Removes the undefined values, which are unknown or hidden. */
export const present = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>
  } // The cast only reflects the removed entries
