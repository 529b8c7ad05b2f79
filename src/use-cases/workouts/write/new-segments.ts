import type { PackedSegment } from '@/domain/tracks/streams/packed-segment'
import type { AppContext } from '@/services/context'
import { metricColumns, startOf } from '@/services/recordings/recorded-columns'
import type { Recording } from '@/services/workers/recording'
import type { NewSegment } from '@/store/db/queries/workouts/segments'
import type { WorkoutRow } from '@/store/db/queries/workouts/workouts'

/** Returns the segments of a recording to store. `known` are columns that override measured values, in order. */
export const newSegments = (
  { ids }: Pick<AppContext, 'ids'>,
  { id }: Pick<WorkoutRow, 'id'>,
  { recording, known }: { recording: Recording; known: readonly Partial<NewSegment['row']>[] },
): NewSegment[] =>
  recording.segments.map((segment, index) => ({
    row: {
      short_id: ids.shortId(),
      workout_id: id,
      position: index + 1,
      started_at: startOf(segment),
      point_count: segment.pointCount,
      ...metricColumns(segment.metrics),
      ...known[index],
    },
    points: segment.points,
    streams: segment.streams,
    pieces: segment.pieces,
  }))

/** Returns segments of a workout as the analysis of stored points reads them. */
export const packSegments = (
  { measured_by }: Pick<WorkoutRow, 'measured_by'>,
  segments: readonly NewSegment[],
): PackedSegment[] =>
  segments.map(({ row, points, streams }) => ({
    ...{ points, streams, distance: row.distance, isByDevice: measured_by !== null },
  }))

/** Whether stored segments have the same sizes as those of a recording that was read again. */
export const haveSameSizes = (
  stored: readonly { point_count: number }[],
  segments: Recording['segments'],
): boolean =>
  stored.length === segments.length &&
  stored.every(({ point_count }, index) => point_count === segments[index]?.pointCount)
