import type { Workout } from '@/web/api/workouts'
import { useProfile } from '@/web/state/preferences'
import { Comments } from './comments/Comments'
import { NumberPanel } from './NumberPanel'
import { RecordList } from './RecordList'
import { SegmentTable } from './SegmentTable'
import { SuspendedWorkout } from './SuspendedWorkout'
import { WorkoutDetails } from './WorkoutDetails'
import { WorkoutHeading } from './WorkoutHeading'
import { WorkoutTexts } from './WorkoutTexts'
import { WorkoutTools } from './WorkoutTools'
import { WorkoutTrack } from './WorkoutTrack'
import classes from './WorkoutView.module.css'

/** A loaded workout, part by part. */
export function WorkoutView({ workout }: { workout: Workout }) {
  const own = useProfile()?.username === workout.user.username
  return (
    <article>
      <WorkoutHeading workout={workout} />
      {workout.suspended && <SuspendedWorkout workout={workout} />}
      <div className={classes.columns}>
        <div className={classes.main}>
          <WorkoutTrack workout={workout} />
          <SegmentTable segments={workout.segments} />
          <Comments workoutId={workout.id} />
        </div>
        <div className={classes.aside}>
          <NumberPanel workout={workout} />
          <RecordList records={workout.records} />
          <WorkoutTexts workout={workout} />
          <WorkoutDetails workout={workout} own={own} />
          <WorkoutTools workout={workout} own={own} />
        </div>
      </div>
    </article>
  )
}
