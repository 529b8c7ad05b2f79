import { distanceOf } from '@/domain/reference/sport-distance'
import type { PeriodTotals } from '@/web/api/workouts/statistics'
import { formatHours } from '@/web/format/duration'
import { formatCount, formatHeight, formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'
import type { Preferences } from '@/web/state/preferences'

/** A quantity that can be totalled. */
export type Measure = 'total_distance' | 'total_duration' | 'total_workouts' | 'total_ascent'

/** The user's preferences for numbers, and the sport of a total; undefined if it includes several. */
export type TotalPreferences = Preferences & { sportId?: number | undefined }

/** The quantities that can be totalled, with the text keys of their names. */
export const MEASURES: readonly (readonly [Measure, TextKey])[] = [
  ['total_distance', 'stat.distance'],
  ['total_duration', 'stat.moving'],
  ['total_workouts', 'dashboard.workouts'],
  ['total_ascent', 'stat.ascent'],
]

const OF_DISTANCE: readonly Measure[] = ['total_distance', 'total_ascent']

/** Returns the quantities to show for a sport, or for several: without distance and ascent where a sport has none. */
export const measuresOf = ({ sportId, showAscent }: TotalPreferences): typeof MEASURES =>
  MEASURES.filter(
    ([measure]) =>
      (showAscent || measure !== 'total_ascent') &&
      (distanceOf(sportId ?? 0) !== 'never' || !OF_DISTANCE.includes(measure)),
  )

/** Formats a total in the user's units; distances in the unit of the sport, if there is only one. */
export function formatTotal(
  measure: Measure,
  value: number,
  { sportId, ...preferences }: TotalPreferences,
): string {
  switch (measure) {
    case 'total_distance':
      return formatQuantity(formatSportDistance(value, sportId, preferences))
    case 'total_duration':
      return `${formatHours(value, preferences.locale)} ${t('unit.h')}`
    case 'total_ascent':
      return formatQuantity(formatHeight(value, preferences))
    case 'total_workouts':
      return formatQuantity(formatCount(value, '', preferences))
  }
}

/** The part of a bar that one sport contributes. */
export type BarPart = { sportId: number; value: number }
/** The bar of one period. */
export type Bar = { name: string; parts: BarPart[]; total: number }

/** Returns the bars of consecutive periods. Sports that contribute nothing to a period are omitted. */
export function createBars(
  names: readonly string[],
  totals: Readonly<Record<string, Record<string, PeriodTotals>>>,
  measure: Measure,
): Bar[] {
  return names.map((name) => {
    const parts = Object.entries(totals[name] ?? {})
      .map(([id, figures]) => ({ sportId: Number(id), value: figures[measure] ?? 0 }))
      .filter(({ value }) => value > 0)
    return { name, parts, total: parts.reduce((sum, { value }) => sum + value, 0) }
  })
}
