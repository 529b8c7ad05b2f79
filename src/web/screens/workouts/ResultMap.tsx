import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { sportsQuery } from '@/web/api/accounts/sports'
import type { WorkoutFilters } from '@/web/api/workouts/workout-filters'
import { linesQuery } from '@/web/api/workouts/workout-list'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { t } from '@/web/i18n/text'
import { LinesMap } from '@/web/map/LinesMap'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { toLatLngs } from '@/web/map/route-lines'

/** The tracks of the matching workouts on a map, loaded a hundred at a time. */
export function ResultMap({ filters, total }: { filters: WorkoutFilters; total: number }) {
  const navigate = useNavigate()
  const list = useInfiniteQuery(linesQuery(filters))
  const { data: sports } = useQuery(sportsQuery)
  const config = useQuery(configQuery).data
  const tracks = useMemo(
    () =>
      (list.data?.pages ?? []).flatMap(({ data }) =>
        data.features.map(({ geometry, properties: { id, sport_id, title } }) => {
          const sport = sports?.find((one) => one.id === sport_id)
          const { color } = getSportStyle(sport_id, sport?.color)
          return {
            id,
            title: title || sport?.label || '',
            color,
            lines: toLatLngs(geometry.coordinates),
          }
        }),
      ),
    [list.data, sports],
  )
  const choose = useCallback(
    (workoutId: string) => void navigate({ to: '/workouts/$workoutId', params: { workoutId } }),
    [navigate],
  )
  if (list.isLoadingError) return <LoadError queries={[list]} />
  if (!list.data || !config) return <MapSkeleton />
  return (
    <>
      <LinesMap tracks={tracks} attribution={config.map_attribution} onChoose={choose} />
      <p role="status">{t('workouts.onMap', { shown: tracks.length, total })}</p>
      <MoreButton list={list} />
    </>
  )
}
