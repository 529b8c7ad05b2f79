import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { configQuery } from '@/web/api/config'
import { sportsQuery } from '@/web/api/sports'
import type { WorkoutFilters } from '@/web/api/workout-filters'
import { linesQuery } from '@/web/api/workout-list'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { sportLook } from '@/web/components/sport-looks'
import { t } from '@/web/i18n/text'
import { LinesMap } from '@/web/map/LinesMap'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { toLatLngs } from '@/web/map/route-lines'

/** The ways of the found workouts on one map, a hundred at a time. */
export function FoundMap({ filters, total }: { filters: WorkoutFilters; total: number }) {
  const navigate = useNavigate()
  const list = useInfiniteQuery(linesQuery(filters))
  const { data: sports } = useQuery(sportsQuery)
  const config = useQuery(configQuery).data
  const ways = useMemo(
    () =>
      (list.data?.pages ?? []).flatMap(({ data }) =>
        data.features.map(({ geometry, properties: { id, sport_id, title } }) => {
          const sport = sports?.find((one) => one.id === sport_id)
          const { color } = sportLook(sport_id, sport?.color)
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
  if (list.isLoadingError) return <LoadError of={[list]} />
  if (!list.data || !config) return <MapSkeleton />
  return (
    <>
      <LinesMap ways={ways} attribution={config.map_attribution} onChoose={choose} />
      <p role="status">{t('workouts.onMap', { shown: ways.length, total })}</p>
      <MoreButton list={list} />
    </>
  )
}
