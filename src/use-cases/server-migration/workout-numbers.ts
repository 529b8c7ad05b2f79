import type { SourceRow } from '@/services/postgres/snapshot'
import { toJson, type Weather } from '@/store/db/schema/columns'
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

/** Numeric columns that workouts and segments share. */
export const METRICS = [
  ...(['duration', 'pauses', 'moving', 'distance', 'min_alt', 'max_alt', 'descent'] as const),
  ...(['ascent', 'max_speed', 'ave_speed', 'max_hr', 'ave_hr', 'max_cadence'] as const),
  ...(['ave_cadence', 'max_power', 'ave_power', 'ave_pace', 'best_pace'] as const),
]

/** Returns the values stored on the source server. They are migrated unchanged, because users know them. */
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

/** Describes differences between the migrated values and those measured here; '' if there are none. */
export function describeDifferences(stored: Metrics, measured: Metrics): string {
  const differences = METRICS.flatMap((name) => {
    // Both servers treat null as zero.
    const [there, here] = [stored[name] ?? 0, measured[name] ?? 0]
    return there === here ? [] : [`${name} ${stored[name]} (measured again: ${measured[name]})`]
  })
  return differences.join(', ')
}

/** Returns the columns that the owner or a moderator has set. */
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
  media_visibility: levelIn(row, 'media_visibility'),
  suspended_at: truncatedIn(row, 'suspended_at'),
  weather_start: weatherIn(row, 'weather_start'),
  weather_end: weatherIn(row, 'weather_end'),
  source: textIn(row, 'source'),
})

function weatherIn(row: SourceRow, column: string) {
  const weather = objectIn(row, column)
  return Object.keys(weather).length === 0 ? null : toJson(weather as unknown as Weather)
}

/** Returns the bounding box of the track; empty without GPS. */
export function boundsIn(row: SourceRow) {
  const [south, west, north, east] = listIn(row, 'bounds').map(Number)
  if (south === undefined || west === undefined || north === undefined || east === undefined)
    return {}
  return { min_lat: south, min_lon: west, max_lat: north, max_lon: east }
}
