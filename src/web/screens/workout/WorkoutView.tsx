import { lazy, memo, Suspense, useDeferredValue, useState } from 'react'
import { distanceOf } from '@/domain/reference/sport-distance'
import { appealWorkout } from '@/web/api/accounts/sanctions'
import type { Workout } from '@/web/api/workouts/workouts'
import { createTrackLink, type TrackLink } from '@/web/charts/cursor'
import { ImportWarnings } from '@/web/components/feedback/ImportWarnings'
import { Notice } from '@/web/components/feedback/Notice'
import { Deferred } from '@/web/components/loading/Deferred'
import { NearViewport } from '@/web/components/loading/NearViewport'
import { Markdown } from '@/web/components/page/Markdown'
import { whileShown } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import { EventLegs } from '@/web/screens/workout/header/EventLegs'
import { PossibleDuplicate } from '@/web/screens/workout/header/PossibleDuplicate'
import { WorkoutHeading } from '@/web/screens/workout/header/WorkoutHeading'
import { Headlines } from '@/web/screens/workout/headlines/Headlines'
import { EditableDescription } from '@/web/screens/workout/in-place/EditableDescription'
import { useTextSave } from '@/web/screens/workout/in-place/save-in-place'
import { type Recording, useRecording } from '@/web/screens/workout/track/use-recording'
import { ShownPool } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { NumberPanel } from './NumberPanel'
import { RecordList } from './RecordList'
import { WorkoutTabRow } from './tabs/WorkoutTabRow'
import { isDividedIntoSets, useWorkoutTab } from './tabs/workout-tabs'
import { WorkoutDetails } from './WorkoutDetails'
import { ContentSkeleton, PhotosSkeleton, TabSkeleton, TrackSkeleton } from './WorkoutSkeleton'
import classes from './WorkoutView.module.css'

/** Loaded lazily: the code of maps and charts is larger than everything else, which is shown first. */
const WorkoutTrack = lazy(() =>
  import('./track/WorkoutTrack').then((module) => ({ default: module.WorkoutTrack })),
)
const MapWithSelection = lazy(() =>
  import('./track/WorkoutTrack').then((module) => ({ default: module.MapWithSelection })),
)
const WorkoutTab = lazy(() =>
  import('./tabs/WorkoutTab').then((module) => ({ default: module.WorkoutTab })),
)
const WorkoutSets = lazy(() =>
  import('./tabs/WorkoutTab').then((module) => ({ default: module.WorkoutSets })),
)
const SanctionPanel = lazy(() =>
  import('@/web/components/people/SanctionPanel').then((module) => ({
    default: module.SanctionPanel,
  })),
)
const WorkoutPhotos = lazy(() =>
  import('./photos/WorkoutPhotos').then((module) => ({ default: module.WorkoutPhotos })),
)
const Comments = lazy(() =>
  import('./comments/Comments').then((module) => ({ default: module.Comments })),
)

/** A loaded workout: its heading, and one of its tabs. */
export function WorkoutView({ workout }: { workout: Workout }) {
  const own = useProfile()?.username === workout.user.username
  // The heading is rendered at once, the rest with low priority in small slices, to keep the page responsive.
  const isComplete = useDeferredValue(true, false)
  return (
    <ShownPool value={workout}>
      <article ref={whileShown.wide}>
        <WorkoutHeading workout={workout} />
        {isComplete ? <Content workout={workout} own={own} /> : <ContentSkeleton />}
      </article>
    </ShownPool>
  )
}

/** Everything below the heading. */
function Content({ workout, own }: Parts) {
  const recording = useRecording(workout)
  const [link] = useState(createTrackLink)
  const tab = useWorkoutTab()
  const parts = { workout, own, recording, link }
  return (
    <>
      <Top workout={workout} own={own} />
      {tab === 'overview' ? (
        <Overview {...parts} />
      ) : (
        <Suspense fallback={<TabSkeleton />}>
          {tab === 'laps' || tab === 'efforts' ? (
            <TabWithMap tab={tab} {...parts} />
          ) : (
            <div className={classes.main}>
              <WorkoutTab tab={tab} {...parts} />
            </div>
          )}
        </Suspense>
      )}
    </>
  )
}

interface Parts {
  workout: Workout
  own: boolean
}

interface TrackParts extends Parts {
  recording: Recording
  link: TrackLink
}

/** Map and charts of the workout with its numbers, and its comments. */
function Overview({ workout, own, recording, link }: TrackParts) {
  const hasPhotos = workout.media_attachments.length > 0
  const photos = (
    <div data-part="photos">
      <Suspense fallback={hasPhotos && <PhotosSkeleton photos={workout.media_attachments} />}>
        <WorkoutPhotos workout={workout} own={own} />
      </Suspense>
    </div>
  )
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {isDividedIntoSets(workout.sport_id) && (
          <Suspense>
            <WorkoutSets workout={workout} recording={recording} link={link} />
          </Suspense>
        )}
        <div className={classes.track}>
          <Deferred placeholder={<TrackSkeleton workout={workout} />}>
            <Suspense fallback={<TrackSkeleton workout={workout} />}>
              <WorkoutTrack workout={workout} recording={recording} link={link}>
                {hasPhotos && photos}
              </WorkoutTrack>
            </Suspense>
          </Deferred>
        </div>
        {own && !hasPhotos && photos}
        <Below workout={workout} own={own} />
      </div>
      <Aside workout={workout} own={own} />
    </div>
  )
}

/** Tables whose rows refer to parts of the track, next to a map that shows these parts. */
function TabWithMap({ tab, ...parts }: TrackParts & { tab: 'laps' | 'efforts' }) {
  const { workout, recording, link } = parts
  return (
    <div className={classes.tables}>
      <div className={classes.main}>
        <WorkoutTab tab={tab} {...parts} />
      </div>
      <div className={classes.side} data-part="side">
        <Deferred>
          <MapWithSelection workout={workout} recording={recording} link={link} />
        </Deferred>
      </div>
    </div>
  )
}

/** Without a map, the numbers come first and span the full width. */
const isWithoutMap = (workout: Workout) =>
  workout.with_geometry !== true || distanceOf(workout.sport_id) === 'never'

// These parts do not depend on the recording and are not rendered again when it arrives.

const Top = memo(({ workout, own }: Parts) => {
  const isOverview = useWorkoutTab() === 'overview'
  return (
    <>
      <Headlines workout={workout} own={own} />
      {workout.suspended && <SuspendedWorkout workout={workout} />}
      <EventLegs workout={workout} />
      {own && <PossibleDuplicate workoutId={workout.id} />}
      <div className={classes.tabs}>
        <WorkoutTabRow workout={workout} own={own} />
      </div>
      {isOverview && isWithoutMap(workout) && <NumberPanel workout={workout} wide />}
    </>
  )
})

const Below = memo(({ workout, own }: Parts) => (
  <div data-part="comments">
    <NearViewport>
      <Comments workoutId={workout.id} {...(!own && { owner: workout.user.username })} />
    </NearViewport>
  </div>
))

const Aside = memo(({ workout, own }: Parts) => (
  <div className={classes.aside}>
    {!isWithoutMap(workout) && <NumberPanel workout={workout} />}
    <RecordList records={workout.records} />
    <WorkoutTexts workout={workout} own={own} />
    <Deferred>
      <WorkoutDetails workout={workout} own={own} />
    </Deferred>
    <Deferred>
      <FileWarnings workout={workout} />
      <Changes workout={workout} />
    </Deferred>
  </div>
))

/** Shows that the workout is suspended; its owner can appeal. */
function SuspendedWorkout({ workout: { id, suspension } }: { workout: Workout }) {
  if (!suspension) return <Notice>{t('sanction.workout')}</Notice>
  return (
    <Suspense>
      <SanctionPanel sanction={suspension} onAppeal={(text) => appealWorkout(id, text)} />
    </Suspense>
  )
}

/** Whether the recording was edited, and whether the workout is excluded from records. */
const Changes = ({
  workout: { edited, excluded_from_records: isExcluded },
}: {
  workout: Workout
}) => (
  <div role="status">
    {edited && <p className={classes.text}>{t('trackEdit.edited')}</p>}
    {isExcluded && <p className={classes.text}>{t('workout.excluded')}</p>}
  </div>
)

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
function WorkoutTexts({ workout, own }: Parts) {
  const { description, notes } = workout
  const save = useTextSave(workout)
  return (
    <>
      {own && (
        // The form to edit the workout has the same draft.
        <EditableDescription
          key={workout.id}
          draft={`description.${workout.id}`}
          text={description ?? ''}
          onSave={(text) => save({ description: text }, { description: text })}
        />
      )}
      {!own && description && (
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
