import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { isNotFound } from '@/web/api/client/api-error'
import { courseQuery } from '@/web/api/workouts/course-pages'
import type { CourseWorkout } from '@/web/api/workouts/courses'
import { LinePlot } from '@/web/charts/plots/LinePlot'
import { smoothLine } from '@/web/charts/plots/smooth-line'
import { getTimeAxes } from '@/web/charts/plots/time-axes'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Figures } from '@/web/components/numbers/Figures'
import { MapWithFigures } from '@/web/components/numbers/MapWithFigures'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatClock } from '@/web/format/duration'
import { formatCount } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { usePreferences } from '@/web/state/preferences'
import { CourseTable } from './CourseTable'
import { type Course, summarizeCourse } from './summarize-course'

/** Loaded lazily: the code of the map is larger than the rest of the screen. */
const StoredRouteMap = lazy(async () => ({
  default: (await import('@/web/map/StoredRouteMap')).StoredRouteMap,
}))

const route = getRouteApi('/member/routes/$workoutId')

/** A course, given by one of its workouts: its shape, its best and latest times, and all workouts on it. */
export function RouteScreen() {
  const { workoutId } = route.useParams()
  const query = useQuery(courseQuery(workoutId))
  if (isNotFound(query.error)) return <NotFoundScreen />
  const course = query.data && summarizeCourse(query.data)
  return (
    <Page
      wide
      title={course ? (course.name ?? t('routes.route')) : t('routes.route')}
      actions={<Link to="/routes">{t('routes.all')}</Link>}
    >
      <LoadError queries={[query]} />
      {query.data?.length === 0 && <p>{t('routes.noCourse')}</p>}
      {course && (
        <>
          <MapWithFigures
            map={<StoredRouteMap workoutId={workoutId} sportId={course.latest.sport_id} />}
          >
            <CourseFigures course={course} />
          </MapWithFigures>
          <Times course={course} />
          <CourseTable course={course} />
        </>
      )}
    </Page>
  )
}

/** How often the course was followed, its length, the best time, and the latest one with its difference from the best. */
function CourseFigures({ course }: { course: Course }) {
  const preferences = usePreferences()
  const { best, latest, workouts, bestOf } = course
  const time = ({ moving }: CourseWorkout) => ({ value: formatClock(moving), unit: '' })
  const behind = latest.moving - bestOf(latest).moving
  return (
    <Figures
      label={t('workout.numbers')}
      figures={[
        [t('workouts.title'), formatCount(workouts.length, '', preferences)],
        [t('stat.distance'), formatSportDistance(latest.distance, latest.sport_id, preferences)],
        [t('routes.best'), time(best)],
        [
          t('routes.latest'),
          { ...time(latest), unit: behind > 0 ? `+${formatClock(behind)}` : '' },
        ],
      ]}
    />
  )
}

/** The times of the workouts in the most frequent sport as points, oldest first, with a smoothed line. */
function Times({ course: { comparable } }: { course: Course }) {
  const preferences = usePreferences()
  if (comparable.length < 2) return null
  const points = comparable
    .toReversed()
    .map(({ workout_date: date, moving }) => ({ x: Date.parse(date), y: moving }))
  const trend = smoothLine(points)
  return (
    <Panel title={t('routes.times')}>
      <LinePlot
        lines={[
          { id: 'trend', name: t('routes.trend'), points: trend },
          { id: 'times', name: t('stat.moving'), points, isDotted: true },
        ]}
        axes={getTimeAxes(preferences)}
      />
    </Panel>
  )
}
