import { lazy, Suspense, useState } from 'react'
import type { Workout } from '@/web/api/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { Later } from '@/web/components/Later'
import { useProfile } from '@/web/state/preferences'
import { WorkoutAnalysis } from './analysis/WorkoutAnalysis'
import { Comments } from './comments/Comments'
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

/** A loaded workout, part by part. */
export function WorkoutView({ workout }: { workout: Workout }) {
  const own = useProfile()?.username === workout.user.username
  const recording = useRecording(workout)
  const [link] = useState(createTrackLink)
  // Without a way there is no map to put the numbers beside: they come first, over the whole width.
  const indoors = workout.with_geometry !== true
  return (
    <article>
      <WorkoutHeading workout={workout} />
      {workout.suspended && <SuspendedWorkout workout={workout} />}
      {own && <PossibleDuplicate workoutId={workout.id} />}
      {indoors && <NumberPanel workout={workout} wide />}
      <div className={classes.columns}>
        <div className={classes.main}>
          <Later placeholder={<TrackSkeleton workout={workout} />}>
            <Suspense fallback={<TrackSkeleton workout={workout} />}>
              <WorkoutTrack workout={workout} recording={recording} link={link} />
            </Suspense>
          </Later>
          <Later>
            <SegmentTable segments={workout.segments} parts={recording.parts} link={link} />
          </Later>
          <Later>
            <WorkoutAnalysis workout={workout} own={own} track={recording.track} link={link} />
          </Later>
          <Later>
            <SameRoute workout={workout} />
          </Later>
          <Later>
            <WorkoutLoad workout={workout} own={own} />
          </Later>
          <Later>
            <Comments workoutId={workout.id} />
          </Later>
        </div>
        <div className={classes.aside}>
          {!indoors && <NumberPanel workout={workout} />}
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
      </div>
    </article>
  )
}
