import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { distanceOf } from '@/domain/reference/sport-distance'
import { isSwimming } from '@/domain/reference/swimming'
import { configQuery } from '@/web/api/accounts/config'
import { getPhotoHash, getPhotoPath, type Photo } from '@/web/api/photos/photos'
import type { Workout } from '@/web/api/workouts/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { createSeries, getAxisValues } from '@/web/charts/series'
import { smoothSeries } from '@/web/charts/smooth'
import { computeGradients, hasDistance, type Track } from '@/web/charts/track'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Deferred } from '@/web/components/loading/Deferred'
import { whileShown } from '@/web/components/page/page-marks'
import { getSportStyle } from '@/web/components/people/sport-styles'
import type { UnitSystem } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import {
  type ColouredLines,
  type ColourKey,
  colourLines,
  createColourRanges,
} from '@/web/map/colour-lines'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import type { PlacedPhoto } from '@/web/map/photo-marker'
import { RouteMap } from '@/web/map/RouteMap'
import type { Line } from '@/web/map/route-lines'
import { PaintSkeleton } from '@/web/screens/workout/WorkoutSkeleton'
import classes from '@/web/screens/workout/WorkoutView.module.css'
import { chartCount } from '@/web/screens/workout/workout-numbers'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { OthersView, useOthersView } from './OthersView'
import { PaintPicker } from './PaintPicker'
import { PlannedCourse, usePlannedCourse } from './PlannedCourse'
import { SelectionPanel } from './SelectionPanel'
import { TrackCharts } from './TrackCharts'
import type { Recording } from './use-recording'

/** Values for colouring a track, in the reader's units; null where there is no value. */
type PaintOffer = { key: ColourKey; read: () => readonly (number | null)[] }

const KEYS = ['pace', 'speed', 'hr', 'power'] as const

/** The measurements of a track that can be shown as colours, smoothed so that the colours do not flicker. */
function paintable(track: Track, units: UnitSystem, swims: boolean): PaintOffer[] {
  if (!hasDistance(track)) return []
  const series = createSeries(track.points, units, swims)
  const measured = KEYS.flatMap((key) => {
    const line = series.find((one) => one.key === key)
    if (!line) return []
    const read = () => smoothSeries(line, getAxisValues(track, 'time', { units }), 'light').values
    return [{ key, read }]
  })
  const gradients = computeGradients(track)
  return gradients.some((value) => value !== null)
    ? [...measured, { key: 'gradient', read: () => gradients }]
    : measured
}

const NO_POINTS: never[] = []

interface Parts {
  workout: Workout
  recording: Recording
  link: TrackLink
}

/** Positions of a sport without distance are only the drift of GPS. */
const isOnMap = ({ with_geometry, sport_id }: Workout): boolean =>
  with_geometry === true && distanceOf(sport_id) !== 'never'

/** Map and charts of a workout, linked with each other; each is shown only if the workout has the data. */
export function WorkoutTrack({
  workout,
  recording,
  link,
  children,
}: Parts & {
  /** Shown below the map. */
  children?: ReactNode
}) {
  const { geometry, chart, track } = recording
  const paint = usePaint(recording, isSwimming(workout.sport_id))
  const hasMap = isOnMap(workout)
  const isComingMap = hasMap && !geometry.data && !geometry.error
  const others = useOthersView(workout, hasMap && geometry.data !== undefined)
  const planned = usePlannedCourse(workout, hasMap && geometry.data !== undefined)
  return (
    <>
      <LoadError queries={[geometry]} />
      {hasMap && !geometry.error && (
        <div className={classes.lane} ref={whileShown.lane}>
          <TrackMap
            {...{ workout, recording, link }}
            painted={others.isOn ? null : paint.lines}
            visible={others.visible}
            planned={planned?.geojson.coordinates ?? null}
          />
        </div>
      )}
      {workout.with_analysis &&
        hasMap &&
        (geometry.data || isComingMap) &&
        !chart.error &&
        !track && <PaintSkeleton />}
      {hasMap && geometry.data && (paint.keys.length > 0 || others.isOffered) && (
        <PaintPicker
          sportId={workout.sport_id}
          keys={paint.keys}
          chosen={paint.key}
          steps={paint.steps}
          onChoose={paint.choose}
        >
          <OthersView workout={workout} view={others} />
        </PaintPicker>
      )}
      {planned && <PlannedCourse workoutId={workout.id} planned={planned} />}
      {children}
      <LoadError queries={[chart]} />
      {workout.with_analysis && !chart.error && (
        <TrackCharts workout={workout} track={track} charts={chartCount(workout)} link={link} />
      )}
    </>
  )
}

/** The map and the totals of the selection, for the tabs whose tables refer to parts of the track. */
export function MapWithSelection({ workout, recording, link }: Parts) {
  const { geometry, track } = recording
  return (
    <>
      <LoadError queries={[geometry]} />
      {isOnMap(workout) && !geometry.error && (
        <TrackMap workout={workout} recording={recording} link={link} painted={null} />
      )}
      {track && (
        <SelectionPanel
          track={track}
          workout={workout}
          axis={hasDistance(track) ? 'distance' : 'time'}
          link={link}
          hasCharts={false}
        />
      )}
    </>
  )
}

/** The map of a track; a placeholder while it loads. */
function TrackMap({
  workout,
  recording: { geometry, chart },
  link,
  painted,
  visible,
  planned = null,
}: Parts & {
  painted: ColouredLines | null
  /** The part of the track that others see; null to show all of it. */
  visible?: readonly Line[] | null
  /** The course that the workout was planned to follow. */
  planned?: Line | null
}) {
  const sport = useSport(workout.sport_id)
  const config = useQuery(configQuery)
  const { media_attachments: attached } = workout
  const photos = useMemo(() => placePhotos(attached), [attached])
  if (!geometry.data || config.isPending) return <MapSkeleton />
  return (
    <Deferred placeholder={<MapSkeleton />}>
      <RouteMap
        lines={geometry.data}
        places={chart.data ?? NO_POINTS}
        source={config.data}
        color={getSportStyle(workout.sport_id, sport?.color).color}
        painted={painted}
        {...(visible && { visible })}
        planned={planned}
        link={link}
        photos={photos}
      />
    </Deferred>
  )
}

/** The photos with a known place, for the map. */
const placePhotos = (photos: readonly Photo[]): PlacedPhoto[] =>
  photos.flatMap(({ id, meta, description }, index) =>
    meta.coordinates
      ? {
          ...meta.coordinates,
          path: getPhotoPath(meta.thumbnail_url),
          label: description || t('photos.number', { number: index + 1, count: photos.length }),
          hash: getPhotoHash(id),
        }
      : [],
  )

const NO_STEPS: never[] = []
const NO_VALUES: never[] = []

/** The measurements available for colouring, the selected one, and the coloured track. */
function usePaint({ track, parts }: Recording, swims: boolean) {
  const { units } = usePreferences()
  const [chosen, choose] = useState<ColourKey | null>(null)
  const offers = useMemo(() => (track ? paintable(track, units, swims) : []), [track, units, swims])
  const offer = offers.find(({ key }) => key === chosen)
  const values = useMemo(() => offer?.read() ?? NO_VALUES, [offer])
  const steps = useMemo(
    () => (offer ? createColourRanges(offer.key, values) : NO_STEPS),
    [offer, values],
  )
  const lines = useMemo(
    () => (offer && track ? colourLines(track.points, values, { steps, parts }) : null),
    [offer, track, values, steps, parts],
  )
  return { keys: offers.map(({ key }) => key), key: offer?.key ?? null, steps, lines, choose }
}
