import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { workoutQuery } from '@/web/api/workouts'
import { SportMedal } from '@/web/components/SportMedal'
import { formatDate } from '@/web/format/dates'
import { durationOf, plain } from '@/web/format/quantity'
import { sportDistanceOf } from '@/web/format/sport-distance'
import type { StartPlace } from '@/web/map/create-starts-map'
import { usePreferences } from '@/web/state/preferences'
import classes from './GlobalMapScreen.module.css'

/** So long somebody stays on a dot before its workout is asked for, in milliseconds. */
const PAUSE = 150

/** What started at the dot that is pointed at. */
export function PlaceCard({ place: { id, sportId, title } }: { place: StartPlace }) {
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
              plain(sportDistanceOf(data.distance, data.sport_id, preferences)),
              plain(durationOf(data.moving ?? data.duration)),
            ].join(' · ')}
        </span>
      </div>
    </div>
  )
}
