import { isSwimming } from '@/reference/swimming'
import type { Segment } from '@/web/api/workouts'
import { parseDuration } from '@/web/format/duration'
import {
  countOf,
  durationOf,
  heightOf,
  type NumberPreferences,
  paceOf,
  type Quantity,
  speedOf,
} from '@/web/format/quantity'
import { swimSpeedOf } from '@/web/format/speed'
import { sportDistanceOf } from '@/web/format/sport-distance'
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
      read: ({ distance }) => sportDistanceOf(distance, sportId, preferences),
    },
    { label: 'stat.moving', read: ({ moving, duration }) => durationOf(moving ?? duration) },
    has('ave_speed') && {
      label: swims ? 'series.pace' : 'series.speed',
      read: ({ ave_speed }) => (swims ? swimSpeedOf : speedOf)(ave_speed, preferences),
    },
    has('ave_pace') && {
      label: 'series.pace',
      read: ({ ave_pace }) => paceOf(parseDuration(ave_pace), preferences),
    },
    preferences.showAscent &&
      has('ascent') && {
        label: 'stat.ascent',
        read: ({ ascent }) => heightOf(ascent, preferences),
      },
    preferences.showAscent &&
      has('descent') && {
        label: 'stat.descent',
        read: ({ descent }) => heightOf(descent, preferences),
      },
    has('ave_hr') && {
      label: 'series.hr',
      read: ({ ave_hr }) => countOf(ave_hr, t('unit.bpm'), preferences),
    },
  ]
  return columns.filter((column) => column !== false)
}
