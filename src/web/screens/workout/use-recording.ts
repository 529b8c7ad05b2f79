import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { Workout } from '@/web/api/workouts'
import { chartQuery, geometryQuery } from '@/web/api/workouts'
import type { Stretch } from '@/web/charts/cursor'
import { measureTrack, partsOf } from '@/web/charts/track'
import { useTurn } from '@/web/components/Later'
import { useSport } from '@/web/state/sports'

/** km/h up to which somebody stands still, where the sport does not tell. */
const DEFAULT_THRESHOLD = 1

const NO_PARTS: Stretch[] = []

/** The recording of a workout, as far as it may be seen: its lines, its points, and where its segments are among them. */
export function useRecording(workout: Workout) {
  // It weighs many times what the rest of the workout does, which it does not hold up.
  const ready = useTurn()
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
    () => (geometry.data && chart.data ? partsOf(geometry.data, chart.data.length) : NO_PARTS),
    [geometry.data, chart.data],
  )
  return { geometry, chart, track, parts }
}

/** The recording of a workout while it loads and after. */
export type Recording = ReturnType<typeof useRecording>
