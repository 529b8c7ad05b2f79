import type { Workout } from '@/web/api/workouts'
import { Comments } from './comments/Comments'
import { NumberPanel } from './NumberPanel'
import { RecordList } from './RecordList'
import { SegmentTable } from './SegmentTable'
import { SuspendedWorkout } from './SuspendedWorkout'
import { WorkoutHeading } from './WorkoutHeading'
import { WorkoutTexts } from './WorkoutTexts'
import { WorkoutTrack } from './WorkoutTrack'
import classes from './WorkoutView.module.css'

/** A loaded workout, part by part. */
export function WorkoutView({ workout }: { workout: Workout }) {
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
        </div>
      </div>
    </article>
  )
}
