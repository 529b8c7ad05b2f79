import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { configQuery } from '@/web/api/config'
import { type StartFilters, startsQuery } from '@/web/api/global-map'
import { sportsQuery } from '@/web/api/sports'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Notice } from '@/web/components/Notice'
import { Page } from '@/web/components/Page'
import { sportLook } from '@/web/components/sport-looks'
import { t } from '@/web/i18n/text'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { StartsMap } from '@/web/map/StartsMap'
import { StartFilterFields } from './StartFilterFields'

/** Where all the workouts started; a dot leads to its workout. */
export function GlobalMapScreen() {
  const navigate = useNavigate()
  const [filters, setFilters] = useState<StartFilters>({})
  const { data, error, refetch } = useQuery(startsQuery(filters))
  const { data: sports } = useQuery(sportsQuery)
  const config = useQuery(configQuery).data
  const places = useMemo(
    () =>
      (data?.features ?? []).flatMap(({ geometry, properties: { id, sport_id, title } }) => {
        const [longitude, latitude] = geometry.coordinates
        const sport = sports?.find((one) => one.id === sport_id)
        const { color } = sportLook(sport_id, sport?.color)
        return [{ id, title: title || sport?.label || '', color, latitude, longitude }]
      }),
    [data, sports],
  )
  const choose = useCallback(
    (workoutId: string) => void navigate({ to: '/workouts/$workoutId', params: { workoutId } }),
    [navigate],
  )
  return (
    <Page wide title={t('globalMap.title')}>
      <StartFilterFields filters={filters} onChange={setFilters} />
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data?.limit_exceeded && (
        <Notice>{t('globalMap.limited', { count: data.features.length })}</Notice>
      )}
      {data && sports && config ? (
        <StartsMap places={places} attribution={config.map_attribution} onChoose={choose} />
      ) : (
        !error && <MapSkeleton />
      )}
    </Page>
  )
}
