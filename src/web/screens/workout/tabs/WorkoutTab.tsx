import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { analysisQuery } from '@/web/api/workouts/efforts'
import type { Workout } from '@/web/api/workouts/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Efforts } from '@/web/screens/workout/analysis/Efforts'
import type { Moments } from '@/web/screens/workout/analysis/find-interval'
import { LapTables } from '@/web/screens/workout/analysis/LapTables'
import { StrengthSets } from '@/web/screens/workout/analysis/StrengthSets'
import { SwimSets } from '@/web/screens/workout/analysis/SwimSets'
import { SameRoute } from '@/web/screens/workout/same-route/SameRoute'
import { SegmentTable } from '@/web/screens/workout/track/SegmentTable'
import type { Recording } from '@/web/screens/workout/track/use-recording'
import { WorkoutLoad } from '@/web/screens/workout/WorkoutLoad'
import type { WorkoutTab as Tab } from './workout-tabs'

/** Loaded lazily: most workouts have passed no segment. */
const WorkoutSegments = lazy(async () => ({
  default: (await import('@/web/screens/workout/segments/WorkoutSegments')).WorkoutSegments,
}))

interface Parts {
  workout: Workout
  own: boolean
  recording: Recording
  link: TrackLink
}

const useMoments = ({ track }: Recording): Moments =>
  useMemo(() => track?.points.map(({ duration }) => duration), [track])

/** The content of a tab other than the overview. */
export function WorkoutTab({ tab, ...parts }: Parts & { tab: Exclude<Tab, 'overview'> }) {
  const { workout, own } = parts
  if (tab === 'zones') return <WorkoutLoad workout={workout} own={own} />
  if (tab === 'same-route') return <SameRoute workout={workout} />
  return <AnalysisTab tab={tab} {...parts} />
}

function AnalysisTab({ tab, workout, own, recording, link }: Parts & { tab: 'laps' | 'efforts' }) {
  const query = useQuery({ ...analysisQuery(workout.id), enabled: workout.with_analysis })
  const moments = useMoments(recording)
  const { data } = query
  if (tab === 'efforts') {
    if (!data) return <LoadError queries={[query]} />
    return (
      <>
        <Efforts efforts={data.efforts} workout={workout} own={own} moments={moments} link={link} />
        <Suspense>
          <WorkoutSegments workout={workout} />
        </Suspense>
      </>
    )
  }
  return (
    <>
      <LoadError queries={[query]} />
      {data && <LapTables analysis={data} workout={workout} moments={moments} link={link} />}
      <SegmentTable
        segments={workout.segments}
        sportId={workout.sport_id}
        parts={recording.parts}
        link={link}
      />
    </>
  )
}

/** The sets of a pool swim or of strength training, which are the most important part of these workouts. */
export function WorkoutSets({ workout, recording, link }: Omit<Parts, 'own'>) {
  const query = useQuery({ ...analysisQuery(workout.id), enabled: workout.with_analysis })
  const moments = useMoments(recording)
  const { data } = query
  if (data?.swim_sets)
    return (
      <SwimSets
        sets={data.swim_sets}
        analysis={data}
        workout={workout}
        moments={moments}
        link={link}
      />
    )
  if (data?.strength_sets)
    return <StrengthSets sets={data.strength_sets} moments={moments} link={link} />
  return null
}
