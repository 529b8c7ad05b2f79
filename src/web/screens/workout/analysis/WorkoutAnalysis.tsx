import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { analysisQuery } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import type { Track } from '@/web/charts/track'
import { Later } from '@/web/components/Later'
import { LoadError } from '@/web/components/LoadError'
import { Climbs } from './Climbs'
import { Efforts } from './Efforts'
import { Laps } from './Laps'
import { Pauses } from './Pauses'
import { Splits } from './Splits'
import { SwimLengths } from './SwimLengths'

/** Splits, best efforts, climbs and pauses of a recorded workout, for those who may see its charts. */
export function WorkoutAnalysis({
  workout,
  own,
  track,
  link,
}: {
  workout: Workout
  own: boolean
  track: Track | undefined
  link: TrackLink
}) {
  const query = useQuery({ ...analysisQuery(workout.id), enabled: workout.with_analysis })
  const { data } = query
  const moments = useMemo(() => track?.points.map(({ duration }) => duration), [track])
  if (!data) return <LoadError of={[query]} />
  return (
    <>
      <Later>
        <Splits splits={data.splits} workout={workout} moments={moments} link={link} />
      </Later>
      <Later>
        <Laps laps={data.laps} workout={workout} moments={moments} link={link} />
        <SwimLengths analysis={data} moments={moments} link={link} />
      </Later>
      <Later>
        <Efforts efforts={data.efforts} workout={workout} own={own} moments={moments} link={link} />
      </Later>
      <Later>
        <Climbs climbs={data.climbs} moments={moments} link={link} />
        <Pauses pauses={data.pauses} sportId={workout.sport_id} />
      </Later>
    </>
  )
}
