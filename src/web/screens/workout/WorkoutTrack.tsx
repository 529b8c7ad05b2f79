import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '@/web/api/config'
import type { Workout } from '@/web/api/workouts'
import { chartQuery, geometryQuery } from '@/web/api/workouts'
import { createCursor } from '@/web/charts/cursor'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { sportLook } from '@/web/components/sport-looks'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { RouteMap } from '@/web/map/RouteMap'
import { useSport } from '@/web/state/sports'
import { TrackCharts } from './TrackCharts'
import { chartCount } from './workout-numbers'

const NO_POINTS: never[] = []

/** Map and charts of a workout, linked by one cursor; each only where the workout has what it shows. */
export function WorkoutTrack({ workout }: { workout: Workout }) {
  const [cursor] = useState(createCursor)
  const sport = useSport(workout.sport_id)
  const config = useQuery(configQuery)
  const geometry = useQuery({
    ...geometryQuery(workout.id),
    enabled: workout.with_geometry === true,
  })
  const chart = useQuery({ ...chartQuery(workout.id), enabled: workout.with_analysis })
  const loadingMap = geometry.isLoading || (workout.with_geometry && config.isPending)
  return (
    <>
      {geometry.error && <ErrorPanel error={geometry.error} onRetry={geometry.refetch} />}
      {loadingMap && <MapSkeleton />}
      {geometry.data && !loadingMap && (
        <RouteMap
          lines={geometry.data}
          places={chart.data ?? NO_POINTS}
          attribution={config.data?.map_attribution ?? ''}
          color={sportLook(workout.sport_id, sport?.color).color}
          cursor={cursor}
        />
      )}
      {chart.error && <ErrorPanel error={chart.error} onRetry={chart.refetch} />}
      {workout.with_analysis && !chart.error && (
        <TrackCharts points={chart.data} charts={chartCount(workout)} cursor={cursor} />
      )}
    </>
  )
}
