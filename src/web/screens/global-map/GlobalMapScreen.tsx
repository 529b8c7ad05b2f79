import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { startTransition, useMemo, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { sportsQuery } from '@/web/api/accounts/sports'
import { type StartFeature, type StartFilters, startsQuery } from '@/web/api/workouts/global-map'
import { workoutQuery } from '@/web/api/workouts/workouts'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Notice } from '@/web/components/feedback/Notice'
import { DayField } from '@/web/components/forms/DayField'
import { Page } from '@/web/components/page/Page'
import { SportMedal } from '@/web/components/people/SportMedal'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { formatDate } from '@/web/format/dates'
import { formatDuration, formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import type { StartPlace } from '@/web/map/create-starts-map'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { StartsMap } from '@/web/map/StartsMap'
import { usePreferences } from '@/web/state/preferences'
import classes from './GlobalMapScreen.module.css'

const route = getRouteApi('/member/map')

const NOWHERE: StartPlace[] = []

/**
 * A map of where all workouts started. Each dot, and each line of the list next to the map, is a link to its workout.
 */
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
      // Low priority, so that the map moves smoothly while the list renders.
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

/** The places to draw; undefined until the sports are loaded, too. */
function usePlaces(features: readonly StartFeature[] | undefined): StartPlace[] | undefined {
  const { data: sports } = useQuery(sportsQuery)
  return useMemo(() => {
    if (!features || !sports) return undefined
    const sportOf = new Map(sports.map((sport) => [sport.id, sport]))
    return features.flatMap(({ geometry, properties: { id, sport_id: sportId, title } }) => {
      const [longitude, latitude] = geometry.coordinates
      const sport = sportOf.get(sportId)
      const { color } = getSportStyle(sportId, sport?.color)
      return [{ id, title: title || sport?.label || '', sportId, color, latitude, longitude }]
    })
  }, [features, sports])
}

/** How long the pointer must stay on a dot before its workout is requested, in milliseconds. */
const PAUSE = 150

/** A preview of the workout at the dot under the pointer. */
function PlaceCard({ place: { id, sportId, title } }: { place: StartPlace }) {
  const preferences = usePreferences()
  const [asked] = useDebouncedValue(id, PAUSE)
  const { data } = useQuery({ ...workoutQuery(id), enabled: asked === id, staleTime: 60_000 })
  return (
    <div className={classes.card} role="status">
      <SportMedal sportId={sportId} size={34} />
      <div>
        <strong>{title}</strong>
        <span>
          {data &&
            [
              formatDate(new Date(data.workout_date), preferences),
              formatQuantity(formatSportDistance(data.distance, data.sport_id, preferences)),
              formatQuantity(formatDuration(data.moving ?? data.duration)),
            ].join(' · ')}
        </span>
      </div>
    </div>
  )
}

/** The list contains at most this many workouts, the latest ones. */
const LIMIT = 40

/** The workouts that started in the visible part of the map, as links for keyboards and screen readers. */
function PlacesInView({
  places,
  onPoint,
}: {
  places: readonly StartPlace[]
  onPoint: (place: StartPlace | null) => void
}) {
  const shown = places.slice(0, LIMIT)
  return (
    <section className={classes.list} aria-label={t('globalMap.inView')}>
      <h2>{t('globalMap.count', { count: places.length })}</h2>
      <ul>
        {shown.map((place) => (
          <li key={place.id}>
            <Link
              to="/workouts/$workoutId"
              params={{ workoutId: place.id }}
              onMouseEnter={() => onPoint(place)}
              onMouseLeave={() => onPoint(null)}
              onFocus={() => onPoint(place)}
              onBlur={() => onPoint(null)}
            >
              <SportMedal sportId={place.sportId} size={28} />
              {place.title}
            </Link>
          </li>
        ))}
      </ul>
      {places.length > shown.length && <p>{t('globalMap.latest', { count: shown.length })}</p>}
    </section>
  )
}

/** Which workouts the map shows. */
function StartFilterFields({
  filters,
  onChange,
}: {
  filters: StartFilters
  onChange: (filters: StartFilters) => void
}) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const set = (name: keyof StartFilters, value: string) => {
    const { [name]: _, ...others } = filters
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <div className={classes.filters}>
      <DayField
        label={t('filter.from')}
        value={filters.from ?? ''}
        onChange={(day) => set('from', day)}
      />
      <DayField
        label={t('filter.to')}
        value={filters.to ?? ''}
        onChange={(day) => set('to', day)}
      />
      <MultiSelect
        label={t('settings.sports')}
        placeholder={filters.sport_ids ? '' : t('filter.any')}
        data={sports.map(({ id, label }) => ({ value: String(id), label }))}
        value={filters.sport_ids?.split(',') ?? []}
        onChange={(ids) => set('sport_ids', ids.join(','))}
        searchable
        clearable
      />
    </div>
  )
}
