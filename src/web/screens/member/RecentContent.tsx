import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RecentComment, recentContentQuery } from '@/web/api/accounts/moderation'
import type { ListedWorkout } from '@/web/api/workouts/workouts'
import { LoadError } from '@/web/components/feedback/LoadError'
import listClasses from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { contentAction, type ModeratedContent } from '@/web/components/moderation/possible-actions'
import { Panel } from '@/web/components/page/Panel'
import { RichText } from '@/web/components/page/RichText'
import { Badge } from '@/web/components/people/Badge'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatDate } from '@/web/format/dates'
import { nameWorkout } from '@/web/format/workout-title'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import type { ChosenAction } from './chosen-action'
import classes from './MemberScreen.module.css'

type OnChoose = (chosen: ChosenAction) => void

/** The newest public workouts and comments of a member, with buttons to suspend them or show them again. */
export function RecentContent({
  username,
  canAct,
  onChoose,
}: {
  username: string
  canAct: boolean
  onChoose: OnChoose
}) {
  const query = useQuery(recentContentQuery(username))
  const { workouts = [], comments = [] } = query.data ?? {}
  const choose = canAct ? onChoose : undefined
  return (
    <Panel title={t('member.content')}>
      <LoadError queries={[query]} />
      {query.data && workouts.length + comments.length === 0 && <p>{t('member.noContent')}</p>}
      {workouts.length > 0 && (
        <ul className={listClasses.list} aria-label={t('workouts.title')}>
          {workouts.map((workout) => (
            <WorkoutItem key={workout.id} workout={workout} onChoose={choose} />
          ))}
        </ul>
      )}
      {comments.length > 0 && (
        <ul className={listClasses.list} aria-label={t('comments.title')}>
          {comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} onChoose={choose} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function WorkoutItem({
  workout,
  onChoose,
}: {
  workout: Pick<ListedWorkout, 'id' | 'sport_id' | 'suspended' | 'title' | 'workout_date'>
  onChoose: OnChoose | undefined
}) {
  const preferences = usePreferences()
  const { id, suspended } = workout
  const name = nameWorkout(workout.title, useSport(workout.sport_id))
  return (
    <li>
      <ItemRow
        picture={<SportMedal sportId={workout.sport_id} size={34} />}
        name={
          suspended ? (
            name
          ) : (
            <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
              {name}
            </Link>
          )
        }
        badges={suspended && <Badge tone="bad">{t('members.suspended')}</Badge>}
        facts={[formatDate(new Date(workout.workout_date), preferences)]}
      >
        <ContentButton content={{ type: 'workout', id, suspended }} onChoose={onChoose} />
      </ItemRow>
    </li>
  )
}

function CommentItem({
  comment,
  onChoose,
}: {
  comment: RecentComment
  onChoose: OnChoose | undefined
}) {
  const preferences = usePreferences()
  const { id, suspended = false, workout_id: workoutId } = comment
  const date = formatDate(new Date(comment.created_at), preferences)
  return (
    <li>
      <ItemRow
        name={
          workoutId ? (
            <Link to="/workouts/$workoutId" params={{ workoutId }} hash={id}>
              {date}
            </Link>
          ) : (
            date
          )
        }
        badges={suspended && <Badge tone="bad">{t('members.suspended')}</Badge>}
        facts={[
          <span key="text" className={`${classes.words} ${classes.excerpt}`}>
            <RichText html={comment.text_html ?? ''} />
          </span>,
        ]}
      >
        <ContentButton content={{ type: 'comment', id, suspended }} onChoose={onChoose} />
      </ItemRow>
    </li>
  )
}

/** Suspends the content or shows it again, after asking for the reason. */
function ContentButton({
  content,
  onChoose,
}: {
  content: ModeratedContent & { id: string }
  onChoose: OnChoose | undefined
}) {
  const action = contentAction(content)
  if (!onChoose) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-haspopup="dialog"
      onClick={() => onChoose({ action, content })}
    >
      {t(action.label)}
    </Button>
  )
}
