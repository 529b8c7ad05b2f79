import { Link } from '@tanstack/react-router'
import type { ReportDetail } from '@/web/api/accounts/reports'
import { toServerPath } from '@/web/api/client/server-path'
import { WorkoutRow } from '@/web/components/lists/WorkoutRow'
import { Panel } from '@/web/components/page/Panel'
import { RichText } from '@/web/components/page/RichText'
import { Badge } from '@/web/components/people/Badge'
import { getReportKind } from '@/web/components/people/report-texts'
import { UserPicture } from '@/web/components/people/UserPicture'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './ReportScreen.module.css'

/** The reported content as moderators may see it, and the reporter's text. */
export function ReportedContent({ report }: { report: ReportDetail }) {
  const { object_type: type, reported_comment: comment, reported_workout: workout } = report
  const user = report.reported_user
  return (
    <Panel title={t('report.about')}>
      {user ? (
        <div className={classes.who}>
          <UserPicture username={user.username} picture={user.picture} size={40} />
          <Link to="/users/$username" params={{ username: user.username }}>
            {user.username}
          </Link>
          {user.suspended_at && <Badge tone="bad">{t('members.suspended')}</Badge>}
          <Link to="/admin/members/$username" params={{ username: user.username }}>
            {t('member.moderation')}
          </Link>
          {report.is_reported_user_warned && <Badge>{t('report.warned')}</Badge>}
        </div>
      ) : (
        <p>{t('report.gone')}</p>
      )}
      {type === 'comment' &&
        (comment ? <ReportedComment comment={comment} /> : <Gone type={type} />)}
      {type === 'workout' &&
        (workout ? <ReportedWorkout workout={workout} /> : <Gone type={type} />)}
    </Panel>
  )
}

function Gone({ type }: { type: ReportDetail['object_type'] }) {
  return <p>{t('report.contentGone', { kind: getReportKind(type) })}</p>
}

type Comment = NonNullable<ReportDetail['reported_comment']>

/** A reported comment, shown regardless of its visibility. */
function ReportedComment({ comment }: { comment: Comment }) {
  const preferences = usePreferences()
  const date = new Date(comment.created_at)
  return (
    <>
      <blockquote className={classes.quote}>
        <RichText html={comment.text_html ?? ''} />
      </blockquote>
      <p className={classes.soft}>
        {formatDate(date, preferences)}, {formatTime(date, preferences)}
        {comment.workout_id && (
          <>
            {' · '}
            <Link
              to="/workouts/$workoutId"
              params={{ workoutId: comment.workout_id }}
              hash={comment.id}
            >
              {t('report.openWorkout')}
            </Link>
          </>
        )}{' '}
        {comment.suspended && <Badge tone="bad">{t('members.suspended')}</Badge>}
      </p>
    </>
  )
}

type Workout = NonNullable<ReportDetail['reported_workout']>

/** A reported workout, shown regardless of its visibility. */
function ReportedWorkout({ workout: { user, ...workout } }: { workout: Workout }) {
  return (
    <>
      <ul className={classes.rows} aria-label={t('report.workout')}>
        <WorkoutRow workout={workout} by={typeof user === 'string' ? user : user.username} />
      </ul>
      {workout.map && (
        <img
          className={classes.picture}
          src={toServerPath(`/api/workouts/map/${workout.map}`)}
          alt={t('map.label')}
          width={420}
          height={315}
        />
      )}
      {workout.suspended && (
        <p>
          <Badge tone="bad">{t('members.suspended')}</Badge>
        </p>
      )}
    </>
  )
}
