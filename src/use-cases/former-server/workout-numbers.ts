import { toJson, type Weather } from '@/db/columns'
import type { SourceRow } from '@/postgres/snapshot'
import {
  instantIn,
  levelIn,
  listIn,
  numberIn,
  objectIn,
  textIn,
  truncatedIn,
  wholeIn,
} from './read-row'

/** Columns of numbers that workouts and their segments have in common. */
export const METRICS = [
  ...(['duration', 'pauses', 'moving', 'distance', 'min_alt', 'max_alt', 'descent'] as const),
  ...(['ascent', 'max_speed', 'ave_speed', 'max_hr', 'ave_hr', 'max_cadence'] as const),
  ...(['ave_cadence', 'max_power', 'ave_power', 'ave_pace', 'best_pace'] as const),
]

/** The numbers that the other server has stored: they stay as people know them. */
export function storedMetrics(row: SourceRow) {
  const duration = truncatedIn(row, 'duration') ?? 0
  return {
    duration,
    moving: truncatedIn(row, 'moving') ?? duration,
    pauses: truncatedIn(row, 'pauses'),
    distance: numberIn(row, 'distance') ?? 0,
    ascent: numberIn(row, 'ascent'),
    descent: numberIn(row, 'descent'),
    min_alt: numberIn(row, 'min_alt'),
    max_alt: numberIn(row, 'max_alt'),
    ave_speed: numberIn(row, 'ave_speed'),
    max_speed: numberIn(row, 'max_speed'),
    ave_pace: wholeIn(row, 'ave_pace'),
    best_pace: wholeIn(row, 'best_pace'),
    ave_cadence: wholeIn(row, 'ave_cadence'),
    max_cadence: wholeIn(row, 'max_cadence'),
    ave_hr: wholeIn(row, 'ave_hr'),
    max_hr: wholeIn(row, 'max_hr'),
    ave_power: wholeIn(row, 'ave_power'),
    max_power: wholeIn(row, 'max_power'),
  }
}

type Metrics = ReturnType<typeof storedMetrics>

/** Where the numbers of a recording that was measured here differ from those that are kept, in words; '' where none does. */
export function differences(kept: Metrics, measured: Metrics): string {
  const told = METRICS.flatMap((name) => {
    // Nothing and zero are one to both servers.
    const [there, here] = [kept[name] ?? 0, measured[name] ?? 0]
    return there === here ? [] : [`${name} ${kept[name]} (measured again: ${measured[name]})`]
  })
  return told.join(', ')
}

/** What the owner has written and decided. */
export const ownColumns = (row: SourceRow) => ({
  title: textIn(row, 'title'),
  description: textIn(row, 'description'),
  notes: textIn(row, 'notes'),
  workout_date: instantIn(row, 'workout_date'),
  creation_date: instantIn(row, 'creation_date'),
  modification_date: truncatedIn(row, 'modification_date'),
  calories: wholeIn(row, 'calories'),
  workout_visibility: levelIn(row, 'workout_visibility'),
  analysis_visibility: levelIn(row, 'analysis_visibility'),
  map_visibility: levelIn(row, 'map_visibility'),
  suspended_at: truncatedIn(row, 'suspended_at'),
  weather_start: weatherIn(row, 'weather_start'),
  weather_end: weatherIn(row, 'weather_end'),
  source: textIn(row, 'source'),
})

function weatherIn(row: SourceRow, column: string) {
  const weather = objectIn(row, column)
  return Object.keys(weather).length === 0 ? null : toJson(weather as unknown as Weather)
}

/** The box around the line; nothing where there is none. */
export function boundsIn(row: SourceRow) {
  const [south, west, north, east] = listIn(row, 'bounds').map(Number)
  if (south === undefined || west === undefined || north === undefined || east === undefined)
    return {}
  return { min_lat: south, min_lon: west, max_lat: north, max_lon: east }
}
