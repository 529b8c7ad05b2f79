import { useState } from 'react'
import type { Workout } from '@/web/api/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { useProfile } from '@/web/state/preferences'
import { WorkoutAnalysis } from './analysis/WorkoutAnalysis'
import { Comments } from './comments/Comments'
import { FileWarnings } from './FileWarnings'
import { NumberPanel } from './NumberPanel'
import { PossibleDuplicate } from './PossibleDuplicate'
import { RecordList } from './RecordList'
import { SegmentTable } from './SegmentTable'
import { SuspendedWorkout } from './SuspendedWorkout'
import { useRecording } from './use-recording'
import { WorkoutDetails } from './WorkoutDetails'
import { WorkoutHeading } from './WorkoutHeading'
import { WorkoutTexts } from './WorkoutTexts'
import { WorkoutTools } from './WorkoutTools'
import { WorkoutTrack } from './WorkoutTrack'
import classes from './WorkoutView.module.css'

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
          <WorkoutTrack workout={workout} recording={recording} link={link} />
          <SegmentTable segments={workout.segments} parts={recording.parts} link={link} />
          <WorkoutAnalysis workout={workout} track={recording.track} link={link} />
          <Comments workoutId={workout.id} />
        </div>
        <div className={classes.aside}>
          {!indoors && <NumberPanel workout={workout} />}
          <RecordList records={workout.records} />
          <WorkoutTexts workout={workout} />
          <WorkoutDetails workout={workout} own={own} />
          <FileWarnings workout={workout} />
          <WorkoutTools workout={workout} own={own} />
        </div>
      </div>
    </article>
  )
}
