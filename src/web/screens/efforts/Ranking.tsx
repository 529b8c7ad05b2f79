import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Days, type EffortTarget, rankingQuery } from '@/web/api/efforts'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { NumberTable } from '@/web/components/NumberTable'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './EffortsScreen.module.css'
import { EffortValue } from './EffortTable'

/** All efforts for a target in some days, the best first, page by page. */
export function Ranking({ wanted, days }: { wanted: EffortTarget; days: Days }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery(rankingQuery(wanted, days))
  if (!list.data) return <LoadError of={[list]} />
  const efforts = list.data.pages.flatMap(({ data }) => data.efforts)
  if (efforts.length === 0) return <p>{t('efforts.noneInTime')}</p>
  return (
    <>
      <NumberTable
        title={t('efforts.ranked')}
        headings={[t('efforts.place'), t('effort.value'), t('edit.workout')]}
      >
        {efforts.map((effort, index) => (
          <tr key={effort.workout_id}>
            <th scope="row">{formatNumber(index + 1, 0, preferences.locale)}</th>
            <td>
              <EffortValue effort={effort} sportId={wanted.sportId} />
            </td>
            <td>
              <Link
                className={`${classes.holder} ${classes.title}`}
                to="/workouts/$workoutId"
                params={{ workoutId: effort.workout_id }}
              >
                {effort.workout_title || t('workout.untitled')}
                <small>{formatDate(new Date(effort.workout_date), preferences)}</small>
              </Link>
            </td>
          </tr>
        ))}
      </NumberTable>
      <MoreButton list={list} />
    </>
  )
}
