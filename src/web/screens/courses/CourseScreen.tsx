import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { isNotFound } from '@/web/api/client/api-error'
import {
  COURSE_FORMATS,
  type CourseFormat,
  courseQuery,
  deleteCourse,
  downloadCourse,
  type SavedCourse,
} from '@/web/api/courses/courses'
import { refreshCourses } from '@/web/api/courses/planned-course'
import { ElevationProfile } from '@/web/charts/plots/ElevationProfile'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Figures } from '@/web/components/numbers/Figures'
import { MapWithFigures } from '@/web/components/numbers/MapWithFigures'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatDistance, formatHeight } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import { usePreferences } from '@/web/state/preferences'
import { CourseForm } from './CourseForm'
import classes from './CoursesScreen.module.css'

/** Loaded lazily: the code of the map is larger than the rest of the screen. */
const LineMap = lazy(async () => ({
  default: (await import('@/web/map/LineMap')).LineMap,
}))

const route = getRouteApi('/member/courses/$courseId')

/** A saved course: its line, elevation profile and waypoints, downloads, and a form for its name. */
export function CourseScreen() {
  const { courseId } = route.useParams()
  const query = useQuery(courseQuery(courseId))
  if (isNotFound(query.error)) return <NotFoundScreen />
  const { data } = query
  return (
    <Page
      wide
      title={data?.course.name ?? t('courses.course')}
      actions={<Link to="/courses">{t('courses.all')}</Link>}
    >
      <LoadError queries={[query]} />
      {data && (
        <>
          {data.course.description !== '' && <p>{data.course.description}</p>}
          <MapWithFigures
            map={<LineMap line={data.geojson.coordinates} sportId={data.course.sport_id ?? 0} />}
          >
            <CourseFigures course={data.course} />
          </MapWithFigures>
          <ElevationProfile points={data.profile} sportId={data.course.sport_id} />
          {data.waypoints.some(({ name }) => name !== '') && (
            <Panel title={t('courses.waypoints')}>
              <ol className={classes.waypoints}>
                {data.waypoints.map(({ name, latitude, longitude }) => (
                  <li key={`${latitude} ${longitude} ${name}`}>{name}</li>
                ))}
              </ol>
            </Panel>
          )}
          <Downloads course={data.course} />
          <Changes course={data.course} />
        </>
      )}
    </Page>
  )
}

function CourseFigures({ course: { length, ascent, descent } }: { course: SavedCourse }) {
  const preferences = usePreferences()
  return (
    <Figures
      label={t('workout.numbers')}
      figures={[
        [t('stat.distance'), formatDistance(length / METRES_PER_KM, preferences)],
        ...(ascent === null
          ? []
          : ([
              [t('stat.ascent'), formatHeight(ascent, preferences)],
              [t('stat.descent'), formatHeight(descent, preferences)],
            ] as const)),
      ]}
    />
  )
}

const formatName = (format: CourseFormat): string =>
  format === 'gpx_route' ? t('courses.gpxRoute') : format.toUpperCase()

/** Files for devices and other services. */
function Downloads({ course }: { course: SavedCourse }) {
  const saving = useMutation({ mutationFn: downloadCourse })
  return (
    <Panel title={t('courses.download')} text={t('courses.downloadText')}>
      <div className={classes.tools}>
        {COURSE_FORMATS.map((format) => (
          <BusyButton
            key={format}
            variant="default"
            busy={saving.isPending && saving.variables.format === format}
            onClick={() => saving.mutate({ course, format })}
          >
            {formatName(format)}
          </BusyButton>
        ))}
        <HandbookLink topic="courses" section="on-devices" />
      </div>
      <ErrorNote error={saving.error} />
    </Panel>
  )
}

function Changes({ course }: { course: SavedCourse }) {
  const { id, name } = course
  const client = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => deleteCourse(id),
    onSuccess: async () => {
      await navigate({ to: '/courses' })
      await refreshCourses(client)
    },
  })
  return (
    <Panel title={t('courses.edit')}>
      <CourseForm course={course} />
      <div>
        <ConfirmButton
          label={t('courses.delete')}
          title={t('courses.deleteTitle', { name })}
          text={t('courses.deleteText')}
          confirm={t('courses.delete')}
          action={deletion}
        />
      </div>
    </Panel>
  )
}
