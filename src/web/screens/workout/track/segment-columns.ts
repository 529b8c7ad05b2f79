import { isSwimming } from '@/domain/reference/swimming'
import type { Segment } from '@/web/api/workouts/workouts'
import { parseDuration } from '@/web/format/duration'
import {
  formatCount,
  formatDuration,
  formatHeight,
  formatPace,
  formatSpeed,
  type NumberPreferences,
  type Quantity,
} from '@/web/format/quantity'
import { formatSwimSpeed } from '@/web/format/speed'
import { formatSportDistance } from '@/web/format/sport-distance'
import { type TextKey, t } from '@/web/i18n/text'

/** A column of the table of segments. */
export type SegmentColumn = { label: TextKey; read: (segment: Segment) => Quantity }

/** The columns for which at least one segment of a workout of a sport has a value. */
export function segmentColumns(
  segments: readonly Segment[],
  sportId: number,
  preferences: NumberPreferences & { showAscent: boolean },
): SegmentColumn[] {
  const swims = isSwimming(sportId)
  const has = (field: keyof Segment) => segments.some((segment) => segment[field] !== null)
  const columns: (SegmentColumn | false)[] = [
    {
      label: 'stat.distance',
      read: ({ distance }) => formatSportDistance(distance, sportId, preferences),
    },
    { label: 'stat.moving', read: ({ moving, duration }) => formatDuration(moving ?? duration) },
    has('ave_speed') && {
      label: swims ? 'series.pace' : 'series.speed',
      read: ({ ave_speed }) => (swims ? formatSwimSpeed : formatSpeed)(ave_speed, preferences),
    },
    has('ave_pace') && {
      label: 'series.pace',
      read: ({ ave_pace }) => formatPace(parseDuration(ave_pace), preferences),
    },
    preferences.showAscent &&
      has('ascent') && {
        label: 'stat.ascent',
        read: ({ ascent }) => formatHeight(ascent, preferences),
      },
    preferences.showAscent &&
      has('descent') && {
        label: 'stat.descent',
        read: ({ descent }) => formatHeight(descent, preferences),
      },
    has('ave_hr') && {
      label: 'series.hr',
      read: ({ ave_hr }) => formatCount(ave_hr, t('unit.bpm'), preferences),
    },
  ]
  return columns.filter((column) => column !== false)
}
