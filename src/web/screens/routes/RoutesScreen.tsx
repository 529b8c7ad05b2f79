import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { frequentCoursesQuery } from '@/web/api/workouts/course-pages'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { Page } from '@/web/components/page/Page'
import { formatDate } from '@/web/format/dates'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './RoutesScreen.module.css'

/** The courses that were done more than once, as cards with their shapes, the most frequent first. */
export function RoutesScreen() {
  const preferences = usePreferences()
  const list = useInfiniteQuery(frequentCoursesQuery)
  const routes = list.data?.pages.flatMap(({ data }) => data.routes) ?? []
  return (
    <Page wide title={t('routes.title')} lead={t('routes.lead')} tabs={<SummaryTabs />}>
      <LoadError queries={[list]} />
      {list.data && routes.length === 0 && <p>{t('routes.none')}</p>}
      <ul className={classes.routes} aria-label={t('routes.frequent')}>
        {routes.map(({ name, workout_count: count, latest, thumbnail }) => (
          <li key={latest.id} className={classes.route}>
            <Thumbnail drawing={thumbnail} sportId={latest.sport_id} />
            <h2>
              <Link to="/routes/$workoutId" params={{ workoutId: latest.id }}>
                {name || t('routes.route')}
              </Link>
            </h2>
            <p>
              {formatQuantity(formatSportDistance(latest.distance, latest.sport_id, preferences))}
              {' · '}
              {t('routes.count', { count })}
            </p>
            <p>
              {t('routes.latest')}: {formatDate(new Date(latest.workout_date), preferences)}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </Page>
  )
}
