import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isSwimming } from '@/reference/swimming'
import { configQuery } from '@/web/api/config'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { Later } from '@/web/components/Later'
import { LoadError } from '@/web/components/LoadError'
import { sportLook } from '@/web/components/sport-looks'
import { MapSkeleton } from '@/web/map/MapSkeleton'
import { type PaintKey, paintLines, paintSteps } from '@/web/map/paint'
import { RouteMap } from '@/web/map/RouteMap'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { PaintPicker } from './PaintPicker'
import { paintable } from './paintable'
import { TrackCharts } from './TrackCharts'
import type { Recording } from './use-recording'
import { PaintSkeleton } from './WorkoutSkeleton'
import classes from './WorkoutView.module.css'
import { chartCount } from './workout-numbers'

const NO_POINTS: never[] = []

/** Map and charts of a workout, linked with each other; each only where the workout has what it shows. */
export function WorkoutTrack({
  workout,
  recording,
  link,
}: {
  workout: Workout
  recording: Recording
  link: TrackLink
}) {
  const { geometry, chart, track } = recording
  const sport = useSport(workout.sport_id)
  const config = useQuery(configQuery)
  const paint = usePaint(recording, isSwimming(workout.sport_id))
  const isComingMap = workout.with_geometry === true && !geometry.data && !geometry.error
  const loadingMap = isComingMap || (workout.with_geometry && config.isPending)
  return (
    <>
      <LoadError of={[geometry]} />
      {(loadingMap || geometry.data) && (
        <div className={classes.lane} data-part="lane">
          {geometry.data && !loadingMap ? (
            <Later placeholder={<MapSkeleton />}>
              <RouteMap
                lines={geometry.data}
                places={chart.data ?? NO_POINTS}
                attribution={config.data?.map_attribution ?? ''}
                color={sportLook(workout.sport_id, sport?.color).color}
                painted={paint.lines}
                link={link}
              />
            </Later>
          ) : (
            <MapSkeleton />
          )}
        </div>
      )}
      {workout.with_analysis && (geometry.data || isComingMap) && !chart.error && !track && (
        <PaintSkeleton />
      )}
      {geometry.data && paint.keys.length > 0 && (
        <PaintPicker
          sportId={workout.sport_id}
          keys={paint.keys}
          chosen={paint.key}
          steps={paint.steps}
          onChoose={paint.choose}
        />
      )}
      <LoadError of={[chart]} />
      {workout.with_analysis && !chart.error && (
        <TrackCharts workout={workout} track={track} charts={chartCount(workout)} link={link} />
      )}
    </>
  )
}

const NO_STEPS: never[] = []
const NO_VALUES: never[] = []

/** What the way can be painted by, what it is painted by, and the painted way. */
function usePaint({ track, parts }: Recording, swims: boolean) {
  const { units } = usePreferences()
  const [chosen, choose] = useState<PaintKey | null>(null)
  const offers = useMemo(() => (track ? paintable(track, units, swims) : []), [track, units, swims])
  const offer = offers.find(({ key }) => key === chosen)
  const values = useMemo(() => offer?.read() ?? NO_VALUES, [offer])
  const steps = useMemo(() => (offer ? paintSteps(offer.key, values) : NO_STEPS), [offer, values])
  const lines = useMemo(
    () => (offer && track ? paintLines(track.points, values, { steps, parts }) : null),
    [offer, track, values, steps, parts],
  )
  return { keys: offers.map(({ key }) => key), key: offer?.key ?? null, steps, lines, choose }
}
