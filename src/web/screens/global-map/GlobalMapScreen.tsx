import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { startTransition, useMemo, useState } from 'react'
import { configQuery } from '@/web/api/config'
import { type StartFeature, startsQuery } from '@/web/api/global-map'
import { sportsQuery } from '@/web/api/sports'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Notice } from '@/web/components/Notice'
import { Page } from '@/web/components/Page'
import { sportLook } from '@/web/components/sport-looks'
import { t } from '@/web/i18n/text'
import type { StartPlace } from '@/web/map/create-starts-map'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { StartsMap } from '@/web/map/StartsMap'
import classes from './GlobalMapScreen.module.css'
import { PlaceCard } from './PlaceCard'
import { PlacesInView } from './PlacesInView'
import { StartFilterFields } from './StartFilterFields'

const route = getRouteApi('/member/map')

const NOWHERE: StartPlace[] = []

/** Where all the workouts started; a dot, and its line in the list beside, lead to its workout. */
export function GlobalMapScreen() {
  const filters = route.useSearch()
  const navigate = useNavigate()
  const [hovered, hover] = useState<StartPlace | null>(null)
  const [listed, pointAt] = useState<StartPlace | null>(null)
  const [inView, setInView] = useState(NOWHERE)
  const { data, error, refetch } = useQuery({
    ...startsQuery(filters),
    placeholderData: keepPreviousData,
  })
  const places = usePlaces(data?.features)
  const config = useQuery(configQuery).data
  const events = useMemo(
    () => ({
      onPoint: hover,
      // The map goes on moving while the list is drawn.
      onView: (places: StartPlace[]) => startTransition(() => setInView(places)),
      onChoose: (workoutId: string) =>
        void navigate({ to: '/workouts/$workoutId', params: { workoutId } }),
    }),
    [navigate],
  )
  return (
    <Page wide title={t('globalMap.title')}>
      <StartFilterFields
        filters={filters}
        onChange={(search) => void navigate({ to: '/map', search, replace: true })}
      />
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data?.limit_exceeded && (
        <Notice>{t('globalMap.limited', { count: data.features.length })}</Notice>
      )}
      {places && config ? (
        <div className={classes.columns}>
          <StartsMap
            places={places}
            pointed={listed}
            attribution={config.map_attribution}
            events={events}
          >
            {hovered && <PlaceCard place={hovered} />}
          </StartsMap>
          <PlacesInView places={inView} onPoint={pointAt} />
        </div>
      ) : (
        !error && <MapSkeleton />
      )}
    </Page>
  )
}

/** The places to be drawn; undefined until the sports, too, are there. */
function usePlaces(features: readonly StartFeature[] | undefined): StartPlace[] | undefined {
  const { data: sports } = useQuery(sportsQuery)
  return useMemo(() => {
    if (!features || !sports) return undefined
    const sportOf = new Map(sports.map((sport) => [sport.id, sport]))
    return features.flatMap(({ geometry, properties: { id, sport_id: sportId, title } }) => {
      const [longitude, latitude] = geometry.coordinates
      const sport = sportOf.get(sportId)
      const { color } = sportLook(sportId, sport?.color)
      return [{ id, title: title || sport?.label || '', sportId, color, latitude, longitude }]
    })
  }, [features, sports])
}
