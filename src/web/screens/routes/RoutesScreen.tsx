import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { frequentCoursesQuery } from '@/web/api/workouts/courses'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { Page } from '@/web/components/page/Page'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RoutesScreen.module.css'

/** The courses that were done more than once, the most frequent first, each linked to its latest workout. */
export function RoutesScreen() {
  const preferences = usePreferences()
  const list = useInfiniteQuery(frequentCoursesQuery)
  const routes = list.data?.pages.flatMap(({ data }) => data.routes) ?? []
  return (
    <Page wide title={t('routes.title')} lead={t('routes.lead')} tabs={<SummaryTabs />}>
      <LoadError queries={[list]} />
      {list.data && routes.length === 0 && <p>{t('routes.none')}</p>}
      {routes.length > 0 && (
        <NumberTable
          title={t('routes.frequent')}
          headings={[
            t('routes.route'),
            t('workouts.title'),
            t('stat.distance'),
            t('routes.latest'),
          ]}
        >
          {routes.map(({ name, workout_count, latest, thumbnail }) => (
            <tr key={latest.id}>
              <th scope="row" className={classes.route}>
                <Thumbnail drawing={thumbnail} sportId={latest.sport_id} />
                <Link to="/workouts/$workoutId" params={{ workoutId: latest.id }}>
                  {name || t('workout.untitled')}
                </Link>
              </th>
              <td>{formatNumber(workout_count, 0, preferences.locale)}</td>
              <td>
                {formatQuantity(formatSportDistance(latest.distance, latest.sport_id, preferences))}
              </td>
              <td>{formatDate(new Date(latest.workout_date), preferences)}</td>
            </tr>
          ))}
        </NumberTable>
      )}
      <MoreButton list={list} />
    </Page>
  )
}
