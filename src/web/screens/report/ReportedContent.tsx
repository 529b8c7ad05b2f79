import { Link } from '@tanstack/react-router'
import type { ReportDetail } from '@/web/api/reports'
import { Badge } from '@/web/components/Badge'
import { Panel } from '@/web/components/Panel'
import { kindOf } from '@/web/components/report-words'
import { UserPicture } from '@/web/components/UserPicture'
import { t } from '@/web/i18n/text'
import { ReportedComment } from './ReportedComment'
import { ReportedWorkout } from './ReportedWorkout'
import classes from './ReportScreen.module.css'

/** What is reported, as moderators may see it, and in which words. */
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
  return <p>{t('report.contentGone', { kind: kindOf(type) })}</p>
}
