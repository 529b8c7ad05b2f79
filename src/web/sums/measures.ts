import type { PeriodSums } from '@/web/api/statistics'
import { formatHours } from '@/web/format/duration'
import { countOf, heightOf, plain } from '@/web/format/quantity'
import { sportDistanceOf } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'

/** What can be added up. */
export type Measure = 'total_distance' | 'total_duration' | 'total_workouts' | 'total_ascent'

/** The way an account reads sums, and the sport that they are of; none where they are of several. */
export type SumPreferences = Preferences & { sportId?: number | undefined }

/** What can be added up, with its words. */
export const MEASURES: readonly (readonly [Measure, TextKey])[] = [
  ['total_distance', 'stat.distance'],
  ['total_duration', 'stat.moving'],
  ['total_workouts', 'dashboard.workouts'],
  ['total_ascent', 'stat.ascent'],
]

/** A sum in words, in the reader's units, as its sport is told where it is of one. */
export function measureText(
  measure: Measure,
  value: number,
  { sportId, ...preferences }: SumPreferences,
): string {
  switch (measure) {
    case 'total_distance':
      return plain(sportDistanceOf(value, sportId, preferences))
    case 'total_duration':
      return `${formatHours(value, preferences.locale)} ${t('unit.h')}`
    case 'total_ascent':
      return plain(heightOf(value, preferences))
    case 'total_workouts':
      return plain(countOf(value, '', preferences))
  }
}

/** A part of a bar: what one sport adds to it. */
export type BarPart = { sportId: number; value: number }
/** The bar of one period. */
export type Bar = { name: string; parts: BarPart[]; sum: number }

/** The bars of consecutive periods; sports without anything to add are left out. */
export function barsOf(
  names: readonly string[],
  sums: Readonly<Record<string, Record<string, PeriodSums>>>,
  measure: Measure,
): Bar[] {
  return names.map((name) => {
    const parts = Object.entries(sums[name] ?? {})
      .map(([id, figures]) => ({ sportId: Number(id), value: figures[measure] ?? 0 }))
      .filter(({ value }) => value > 0)
    return { name, parts, sum: parts.reduce((total, { value }) => total + value, 0) }
  })
}
