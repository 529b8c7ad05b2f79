import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { leaderboardQuery, type RankedSegment } from '@/web/api/segments/segments'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatDate } from '@/web/format/dates'
import { formatClock } from '@/web/format/duration'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSegmentSpeed } from './use-segment-speed'

/** The best time of each person that the user may see, fastest first. */
export function Leaderboard({ segment }: { segment: RankedSegment }) {
  const preferences = usePreferences()
  const speed = useSegmentSpeed(segment)
  const list = useInfiniteQuery(leaderboardQuery(segment.id))
  const efforts = list.data?.pages.flatMap(({ data }) => data.efforts) ?? []
  if (!list.data) return <LoadError queries={[list]} />
  if (efforts.length === 0) return <p>{t('ranked.noTimes')}</p>
  return (
    <>
      <NumberTable
        title={t('ranked.leaderboard')}
        headings={[t('report.user'), t('lap.timer'), speed.label, t('edit.workout')]}
      >
        {efforts.map(({ rank, user: { username }, duration, date, workout_id: workoutId }) => (
          <tr key={username}>
            <th scope="row">
              {rank}.{' '}
              <Link to="/users/$username" params={{ username }}>
                {username}
              </Link>
            </th>
            <td>{formatClock(duration)}</td>
            <td>{speed.formatMean(duration)}</td>
            <td>
              <Link to="/workouts/$workoutId" params={{ workoutId }}>
                {date === null ? t('edit.workout') : formatDate(new Date(date), preferences)}
              </Link>
            </td>
          </tr>
        ))}
      </NumberTable>
      <MoreButton list={list} />
    </>
  )
}
