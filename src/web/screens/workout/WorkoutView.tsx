import { lazy, memo, Suspense, useState } from 'react'
import type { Workout } from '@/web/api/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { Later } from '@/web/components/Later'
import { Near } from '@/web/components/Near'
import { useProfile } from '@/web/state/preferences'
import { WorkoutAnalysis } from './analysis/WorkoutAnalysis'
import { FileWarnings } from './FileWarnings'
import { NumberPanel } from './NumberPanel'
import { PossibleDuplicate } from './PossibleDuplicate'
import { RecordList } from './RecordList'
import { SegmentTable } from './SegmentTable'
import { SuspendedWorkout } from './SuspendedWorkout'
import { SameRoute } from './same-route/SameRoute'
import { useRecording } from './use-recording'
import { WorkoutDetails } from './WorkoutDetails'
import { WorkoutHeading } from './WorkoutHeading'
import { WorkoutLoad } from './WorkoutLoad'
import { TrackSkeleton } from './WorkoutSkeleton'
import { WorkoutTexts } from './WorkoutTexts'
import { WorkoutTools } from './WorkoutTools'
import classes from './WorkoutView.module.css'

/** Maps and charts weigh more than all the rest, which is seen before they are here. */
const WorkoutTrack = lazy(() =>
  import('./WorkoutTrack').then((module) => ({ default: module.WorkoutTrack })),
)
const Comments = lazy(() =>
  import('./comments/Comments').then((module) => ({ default: module.Comments })),
)

/** A loaded workout, part by part. */
export function WorkoutView({ workout }: { workout: Workout }) {
  const own = useProfile()?.username === workout.user.username
  const recording = useRecording(workout)
  const [link] = useState(createTrackLink)
  return (
    <article>
      <Top workout={workout} own={own} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Later placeholder={<TrackSkeleton workout={workout} />}>
            <Suspense fallback={<TrackSkeleton workout={workout} />}>
              <WorkoutTrack workout={workout} recording={recording} link={link} />
            </Suspense>
          </Later>
          <Later>
            <SegmentTable
              segments={workout.segments}
              sportId={workout.sport_id}
              parts={recording.parts}
              link={link}
            />
          </Later>
          <Later>
            <Analysis workout={workout} own={own} track={recording.track} link={link} />
          </Later>
          <Below workout={workout} own={own} />
        </div>
        <Aside workout={workout} own={own} />
      </div>
    </article>
  )
}

interface Parts {
  workout: Workout
  own: boolean
}

/** Without a way there is no map to put the numbers beside: they come first, over the whole width. */
const isWayless = (workout: Workout) => workout.with_geometry !== true

// What the recording has no part in is not drawn again when it arrives.

const Top = memo(({ workout, own }: Parts) => (
  <>
    <WorkoutHeading workout={workout} />
    {workout.suspended && <SuspendedWorkout workout={workout} />}
    {own && <PossibleDuplicate workoutId={workout.id} />}
    {isWayless(workout) && <NumberPanel workout={workout} wide />}
  </>
))

const Analysis = memo(WorkoutAnalysis)

const Below = memo(({ workout, own }: Parts) => (
  <>
    <Later>
      <SameRoute workout={workout} />
    </Later>
    <Later>
      <WorkoutLoad workout={workout} own={own} />
    </Later>
    <Near>
      <Comments workoutId={workout.id} {...(!own && { owner: workout.user.username })} />
    </Near>
  </>
))

const Aside = memo(({ workout, own }: Parts) => (
  <div className={classes.aside}>
    {!isWayless(workout) && <NumberPanel workout={workout} />}
    <RecordList records={workout.records} />
    <WorkoutTexts workout={workout} />
    <Later>
      <WorkoutDetails workout={workout} own={own} />
    </Later>
    <Later>
      <FileWarnings workout={workout} />
      <WorkoutTools workout={workout} own={own} />
    </Later>
  </div>
))
