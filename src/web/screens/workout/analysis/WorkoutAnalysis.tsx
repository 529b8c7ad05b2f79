import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { analysisQuery } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import type { Track } from '@/web/charts/track'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Climbs } from './Climbs'
import { Efforts } from './Efforts'
import { Pauses } from './Pauses'
import { Splits } from './Splits'

/** Splits, best efforts, climbs and pauses of a recorded workout, for those who may see its charts. */
export function WorkoutAnalysis({
  workout,
  track,
  link,
}: {
  workout: Workout
  track: Track | undefined
  link: TrackLink
}) {
  const { data, error, refetch } = useQuery({
    ...analysisQuery(workout.id),
    enabled: workout.with_analysis,
  })
  const moments = useMemo(() => track?.points.map(({ duration }) => duration), [track])
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <>
      <Splits splits={data.splits} workout={workout} moments={moments} link={link} />
      <Efforts
        efforts={data.efforts}
        showsPace={workout.ave_pace !== null}
        moments={moments}
        link={link}
      />
      <Climbs climbs={data.climbs} moments={moments} link={link} />
      <Pauses pauses={data.pauses} />
    </>
  )
}
