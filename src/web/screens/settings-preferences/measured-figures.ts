import type { ComparedMeasurements } from '@/web/api/workouts/measurements'
import { formatClock, parseDuration } from '@/web/format/duration'
import {
  formatHeight,
  formatQuantity,
  formatSpeed,
  NO_VALUE,
  type NumberPreferences,
} from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import type { TextKey } from '@/web/i18n/text'

type Figures = NonNullable<ComparedMeasurements['device']>

/** Names of the figures that both settings measure, with their labels. */
export const FIGURES = [
  { value: 'distance', label: 'stat.distance' },
  { value: 'ascent', label: 'stat.ascent' },
  { value: 'descent', label: 'stat.descent' },
  { value: 'moving', label: 'stat.moving' },
  { value: 'duration', label: 'stat.duration' },
  { value: 'max_speed', label: 'stat.maxSpeed' },
] as const satisfies readonly { value: keyof Figures; label: TextKey }[]

export type FigureName = (typeof FIGURES)[number]['value']

/** A figure under both settings, and the difference from FitTrackee's to the device's, as texts. */
export interface ComparedFigure {
  device: string
  fittrackee: string
  difference: string
}

/** Returns a figure of a workout as texts; a dash where it is unknown. */
export function compareFigure(
  { device, fittrackee, sport_id: sportId }: ComparedMeasurements,
  name: FigureName,
  preferences: NumberPreferences,
): ComparedFigure {
  const format = (value: number | null) => formatFigure(value, { name, sportId, preferences })
  const [one, other] = [readFigure(device, name), readFigure(fittrackee, name)]
  return {
    device: format(one),
    fittrackee: format(other),
    difference: one === null || other === null ? NO_VALUE : formatSigned(one - other, format),
  }
}

/** Returns a figure as a number: times in seconds, others in the unit of the API. */
function readFigure(figures: Figures | null, name: FigureName): number | null {
  const value = figures?.[name] ?? null
  return typeof value === 'string' ? parseDuration(value) : value
}

function formatFigure(
  value: number | null,
  {
    name,
    sportId,
    preferences,
  }: { name: FigureName; sportId: number; preferences: NumberPreferences },
): string {
  switch (name) {
    case 'distance':
      return formatQuantity(formatSportDistance(value, sportId, preferences))
    case 'ascent':
    case 'descent':
      return formatQuantity(formatHeight(value, preferences))
    case 'max_speed':
      return formatQuantity(formatSpeed(value, preferences))
    default:
      return value === null ? NO_VALUE : formatClock(value)
  }
}

/** Formats a difference with its sign; without one if it is zero as displayed. */
function formatSigned(difference: number, format: (value: number) => string): string {
  const text = format(Math.abs(difference))
  if (text === format(0)) return text
  return difference > 0 ? `+${text}` : `−${text}`
}
