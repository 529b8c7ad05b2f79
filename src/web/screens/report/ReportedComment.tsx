import { Link } from '@tanstack/react-router'
import type { ReportDetail } from '@/web/api/reports'
import { Badge } from '@/web/components/Badge'
import { RichText } from '@/web/components/RichText'
import { formatDate, formatTime } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './ReportScreen.module.css'

type Comment = NonNullable<ReportDetail['reported_comment']>

/** A reported comment, whoever may read it otherwise. */
export function ReportedComment({ comment }: { comment: Comment }) {
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
