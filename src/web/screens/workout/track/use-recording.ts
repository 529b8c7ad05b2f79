import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { Workout } from '@/web/api/workouts/workouts'
import { chartQuery, geometryQuery } from '@/web/api/workouts/workouts'
import type { Interval } from '@/web/charts/cursor'
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
  const points = useDeferredValue(chart.data)
  const track = useMemo(
    () => points && measureTrack(points, { distance, threshold }),
    [points, distance, threshold],
  )
  const parts = useMemo(
    () =>
      geometry.data && chart.data ? splitSegments(geometry.data, chart.data.length) : NO_PARTS,
    [geometry.data, chart.data],
  )
  return { geometry, chart, track, parts }
}

/** The recording of a workout while it loads and after. */
export type Recording = ReturnType<typeof useRecording>
