import { lazy, memo, Suspense, useState } from 'react'
import { distanceOf } from '@/domain/reference/sport-distance'
import { appealWorkout } from '@/web/api/accounts/sanctions'
import type { Workout } from '@/web/api/workouts/workouts'
import { createTrackLink } from '@/web/charts/cursor'
import { ImportWarnings } from '@/web/components/feedback/ImportWarnings'
import { Notice } from '@/web/components/feedback/Notice'
import { Deferred } from '@/web/components/loading/Deferred'
import { NearViewport } from '@/web/components/loading/NearViewport'
import { Markdown } from '@/web/components/page/Markdown'
import { SanctionPanel } from '@/web/components/people/SanctionPanel'
import { t } from '@/web/i18n/text'
import { WorkoutAnalysis } from '@/web/screens/workout/analysis/WorkoutAnalysis'
import { EventLegs } from '@/web/screens/workout/header/EventLegs'
import { PossibleDuplicate } from '@/web/screens/workout/header/PossibleDuplicate'
import { WorkoutHeading } from '@/web/screens/workout/header/WorkoutHeading'
import { WorkoutTools } from '@/web/screens/workout/header/WorkoutTools'
import { SameRoute } from '@/web/screens/workout/same-route/SameRoute'
import { SegmentTable } from '@/web/screens/workout/track/SegmentTable'
import { useRecording } from '@/web/screens/workout/track/use-recording'
import { ShownPool, useProfile } from '@/web/state/preferences'
import { NumberPanel } from './NumberPanel'
import { RecordList } from './RecordList'
import { WorkoutDetails } from './WorkoutDetails'
import { WorkoutLoad } from './WorkoutLoad'
import { TrackSkeleton } from './WorkoutSkeleton'
import classes from './WorkoutView.module.css'

/** Loaded lazily: the code of maps and charts is larger than everything else, which is shown first. */
const WorkoutTrack = lazy(() =>
  import('./track/WorkoutTrack').then((module) => ({ default: module.WorkoutTrack })),
)
const Comments = lazy(() =>
  import('./comments/Comments').then((module) => ({ default: module.Comments })),
)

/** All parts of a loaded workout. */
export function WorkoutView({ workout }: { workout: Workout }) {
  const own = useProfile()?.username === workout.user.username
  const recording = useRecording(workout)
  const [link] = useState(createTrackLink)
  return (
    <ShownPool value={workout}>
      <article>
        <Top workout={workout} own={own} />
        <div className={classes.columns}>
          <div className={classes.main}>
            <Deferred placeholder={<TrackSkeleton workout={workout} />}>
              <Suspense fallback={<TrackSkeleton workout={workout} />}>
                <WorkoutTrack workout={workout} recording={recording} link={link} />
              </Suspense>
            </Deferred>
            <Deferred>
              <SegmentTable
                segments={workout.segments}
                sportId={workout.sport_id}
                parts={recording.parts}
                link={link}
              />
            </Deferred>
            <Deferred>
              <Analysis workout={workout} own={own} track={recording.track} link={link} />
            </Deferred>
            <Below workout={workout} own={own} />
          </div>
          <Aside workout={workout} own={own} />
        </div>
      </article>
    </ShownPool>
  )
}

interface Parts {
  workout: Workout
  own: boolean
}

/** Without a map, the numbers come first and span the full width. */
const isWithoutMap = (workout: Workout) =>
  workout.with_geometry !== true || distanceOf(workout.sport_id) === 'never'

// These parts do not depend on the recording and are not rendered again when it arrives.

const Top = memo(({ workout, own }: Parts) => (
  <>
    <WorkoutHeading workout={workout} />
    {workout.suspended && <SuspendedWorkout workout={workout} />}
    <EventLegs workout={workout} />
    {own && <PossibleDuplicate workoutId={workout.id} />}
    {isWithoutMap(workout) && <NumberPanel workout={workout} wide />}
  </>
))

const Analysis = memo(WorkoutAnalysis)

const Below = memo(({ workout, own }: Parts) => (
  <>
    <Deferred>
      <SameRoute workout={workout} />
    </Deferred>
    <Deferred>
      <WorkoutLoad workout={workout} own={own} />
    </Deferred>
    <NearViewport>
      <Comments workoutId={workout.id} {...(!own && { owner: workout.user.username })} />
    </NearViewport>
  </>
))

const Aside = memo(({ workout, own }: Parts) => (
  <div className={classes.aside}>
    {!isWithoutMap(workout) && <NumberPanel workout={workout} />}
    <RecordList records={workout.records} />
    <WorkoutTexts workout={workout} />
    <Deferred>
      <WorkoutDetails workout={workout} own={own} />
    </Deferred>
    <Deferred>
      <FileWarnings workout={workout} />
      <WorkoutTools workout={workout} own={own} />
    </Deferred>
  </div>
))

/** Shows that the workout is suspended; its owner can appeal. */
function SuspendedWorkout({ workout: { id, suspension } }: { workout: Workout }) {
  if (!suspension) return <Notice>{t('sanction.workout')}</Notice>
  return <SanctionPanel sanction={suspension} onAppeal={(text) => appealWorkout(id, text)} />
}

/** For the owner: warnings from reading the recording; renders nothing without any. */
function FileWarnings({ workout: { import_warnings: warnings } }: { workout: Workout }) {
  if (!warnings || warnings.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('warning.title')}</h2>
      <ImportWarnings warnings={warnings} />
    </section>
  )
}

/** The description of the workout, and for its owner the notes. */
function WorkoutTexts({ workout: { description, notes } }: { workout: Workout }) {
  return (
    <>
      {description && (
        <section>
          <h2 className={classes.heading}>{t('workout.description')}</h2>
          <Markdown text={description} />
        </section>
      )}
      {notes && (
        <section>
          <h2 className={classes.heading}>{t('workout.notes')}</h2>
          <Markdown text={notes} />
        </section>
      )}
    </>
  )
}
