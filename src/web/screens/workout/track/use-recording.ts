import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { type Analysis, analysisQuery } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import { chartQuery, geometryQuery } from '@/web/api/workouts/workouts'
import type { Interval } from '@/web/charts/cursor'
import { hideRests, type Rest } from '@/web/charts/rests'
import { measureTrack, splitSegments } from '@/web/charts/track'
import { useDeferred } from '@/web/components/loading/Deferred'
import { useSport } from '@/web/state/sports'

/** Default speed in km/h below which the athlete is considered stopped. */
const DEFAULT_THRESHOLD = 1

const NO_PARTS: Interval[] = []

/**
 * The recording of a workout, as far as the reader may see it: its lines, points, and the point ranges of its segments.
 */
export function useRecording(workout: Workout) {
  // Deferred, because it is many times larger than the rest of the workout and must not delay it.
  const ready = useDeferred()
  const threshold = useSport(workout.sport_id)?.stopped_speed_threshold ?? DEFAULT_THRESHOLD
  const geometry = useQuery({
    ...geometryQuery(workout.id),
    enabled: ready && workout.with_geometry === true,
  })
  const chart = useQuery({ ...chartQuery(workout.id), enabled: ready && workout.with_analysis })
  const { distance } = workout
  // Cached: the analysis of the page requests it anyway.
  const analysis = useQuery({
    ...analysisQuery(workout.id),
    enabled: workout.pool_unit !== undefined && workout.with_analysis,
  })
  const sets = analysis.data?.swim_sets
  const recorded = useDeferredValue(chart.data)
  const track = useMemo(() => {
    if (!recorded) return undefined
    const shown = sets ? hideRests(recorded, restsOf(sets)) : { points: recorded }
    return { ...measureTrack(shown.points, { distance, threshold }), ...shown }
  }, [recorded, sets, distance, threshold])
  const parts = useMemo(
    () =>
      geometry.data && chart.data ? splitSegments(geometry.data, chart.data.length) : NO_PARTS,
    [geometry.data, chart.data],
  )
  return { geometry, chart, track, parts }
}

/** The rests between sets. Sets are rounded to tenths of a second, points to seconds. */
const restsOf = (sets: NonNullable<Analysis['swim_sets']>): Rest[] =>
  sets.flatMap(({ start, duration, rest = 0 }) =>
    rest > 1 ? [{ from: start + duration + 0.5, to: start + duration + rest - 0.5 }] : [],
  )

/** The recording of a workout while it loads and after. */
export type Recording = ReturnType<typeof useRecording>
