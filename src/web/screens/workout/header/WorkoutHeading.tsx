import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { likeWorkout } from '@/web/api/accounts/comments'
import { useSessionToken } from '@/web/api/client/session'
import type { Workout } from '@/web/api/workouts/workouts'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { usePageTitle } from '@/web/components/loading/use-page-title'
import { LikeButton } from '@/web/components/people/LikeButton'
import { ReportButton } from '@/web/components/people/ReportButton'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate, formatTime, formatWeekday } from '@/web/format/dates'
import { nameWorkout } from '@/web/format/workout-title'
import { t } from '@/web/i18n/text'
import { EditableTitle } from '@/web/screens/workout/in-place/EditableTitle'
import { useInPlaceSave, useTextSave } from '@/web/screens/workout/in-place/save-in-place'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { useSport } from '@/web/state/sports'
import classes from './WorkoutHeading.module.css'
import { WorkoutMenu } from './WorkoutMenu'

/** Title, sport and time of a workout, links to its neighbours, and for its owner a link to edit it. A menu has the other actions. */
export function WorkoutHeading({ workout }: { workout: Workout }) {
  const preferences = usePreferences()
  const sport = useSport(workout.sport_id)
  const profile = useProfile()
  const own = profile?.username === workout.user.username
  const title = nameWorkout(workout.title, sport)
  const save = useTextSave(workout)
  usePageTitle(title)
  const date = new Date(workout.workout_date)
  const when = [formatWeekday(date, preferences), formatDate(date, preferences)].join(' ')
  return (
    <header className={classes.heading}>
      <SportMedal sportId={workout.sport_id} size={56} decorative />
      <div className={classes.names}>
        {own ? (
          <EditableTitle
            key={workout.id}
            draft={`title.${workout.id}`}
            title={title}
            value={workout.title ?? ''}
            onSave={(name) => save({ title: name }, { title: name })}
          />
        ) : (
          <h1>{title}</h1>
        )}
        <p>
          <span className={own ? classes.sport : undefined}>
            {sport && (own ? <SportField workout={workout} /> : sport.label)}
          </span>
          <time dateTime={date.toISOString()}>
            {when}, {formatTime(date, preferences)}
          </time>
          {!own && (
            <Link to="/users/$username" params={{ username: workout.user.username }}>
              {workout.user.username}
            </Link>
          )}
        </p>
      </div>
      {/* Only the owner can like a suspended workout, and it cannot be reported. */}
      {(own || !workout.suspended) && <LikeWorkout workout={workout} />}
      <NeighbourLinks previous={workout.previous_workout} next={workout.next_workout} />
      {profile && !own && !workout.suspended && (
        <ReportButton target={{ object_type: 'workout', object_id: workout.id }} variant="icon" />
      )}
      {own && <EditLink id={workout.id} />}
      <WorkoutMenu workout={workout} own={own} />
    </header>
  )
}

/** The sport of the workout as a select that looks like the text next to it. */
function SportField({ workout }: { workout: Workout }) {
  const save = useInPlaceSave(workout)
  return (
    <SportSelect
      label={t('add.sport')}
      isLabelHidden
      auto={null}
      value={workout.sport_id}
      disabled={false}
      onChange={(id) => id !== null && save({ sport_id: id }, { sport_id: id })}
    />
  )
}

/** A link to edit the workout. */
function EditLink({ id }: { id: string }) {
  return (
    <ActionIcon
      variant="default"
      size={38}
      aria-label={t('workout.edit')}
      title={t('workout.edit')}
      renderRoot={(props) => (
        <Link {...props} to="/workouts/$workoutId/edit" params={{ workoutId: id }} />
      )}
    >
      <IconPencil size={19} stroke={1.75} />
    </ActionIcon>
  )
}

/** Likes the workout, and shows the number of likes. */
function LikeWorkout({ workout }: { workout: Workout }) {
  const client = useQueryClient()
  const member = useSessionToken() !== null
  const liking = useMutation({
    mutationFn: likeWorkout,
    onSettled: () => client.invalidateQueries({ queryKey: ['workout', workout.id], exact: true }),
  })
  return (
    <LikeButton
      liked={workout.liked}
      count={workout.likes_count}
      target={{ kind: 'workout', id: workout.id }}
      member={member}
      busy={liking.isPending}
      error={liking.error}
      size="md"
      onLike={(like) => liking.mutate({ id: workout.id, like })}
    />
  )
}

/** Links to the previous and next workouts. */
function NeighbourLinks({ previous, next }: { previous: string | null; next: string | null }) {
  if (!previous && !next) return null
  return (
    <>
      <NeighbourLink id={previous} label={t('workout.previous')} Icon={IconChevronLeft} />
      <NeighbourLink id={next} label={t('workout.next')} Icon={IconChevronRight} />
    </>
  )
}

function NeighbourLink({
  id,
  label,
  Icon,
}: {
  id: string | null
  label: string
  Icon: typeof IconChevronLeft
}) {
  const look = { variant: 'default', size: 38, 'aria-label': label, title: label } as const
  const icon = <Icon size={20} stroke={1.75} />
  if (!id) {
    return (
      <ActionIcon {...look} disabled>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      {...look}
      renderRoot={(props) => (
        <Link {...props} to="/workouts/$workoutId" params={{ workoutId: id }} />
      )}
    >
      {icon}
    </ActionIcon>
  )
}
