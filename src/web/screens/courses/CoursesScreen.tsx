import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { coursesQuery, type SavedCourse } from '@/web/api/courses/courses'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { SearchField } from '@/web/components/filters/SearchField'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Thumbnail } from '@/web/components/lists/Thumbnail'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { formatDistance, formatHeight, formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import cards from '@/web/screens/routes/RoutesScreen.module.css'
import { usePreferences } from '@/web/state/preferences'
import classes from './CoursesScreen.module.css'
import { useCourseUploads } from './use-course-uploads'

/** The saved courses as cards with their shapes, newest first. Files can be dropped anywhere on it. */
export function CoursesScreen() {
  const [text, setText] = useState('')
  const list = useInfiniteQuery({ ...coursesQuery(text), placeholderData: keepPreviousData })
  const courses = list.data?.pages.flatMap(({ data }) => data.courses) ?? []
  const isSearching = text !== '' || list.isPlaceholderData
  const isEmpty = list.data !== undefined && !list.isPlaceholderData && courses.length === 0
  return (
    <Page
      wide
      title={t('courses.title')}
      lead={t('courses.lead')}
      tabs={<SummaryTabs />}
      actions={<HandbookLink topic="courses" />}
    >
      <div className={classes.tools}>
        <CourseUpload />
        {(courses.length > 0 || isSearching) && (
          <SearchField
            className={classes.search}
            aria-label={t('courses.search')}
            placeholder={t('courses.search')}
            onSearch={setText}
          />
        )}
      </div>
      <LoadError queries={[list]} />
      {isEmpty && <p role="status">{t(text === '' ? 'courses.none' : 'courses.noneFound')}</p>}
      <ul className={cards.routes} aria-label={t('courses.title')}>
        {courses.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </ul>
      <MoreButton list={list} />
    </Page>
  )
}

/** A button that uploads files, and the results of the latest upload. */
function CourseUpload() {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, data } = useCourseUploads()
  return (
    <>
      <Button
        size="md"
        leftSection={<IconUpload size={18} stroke={1.75} />}
        loading={isPending}
        onClick={() => input.current?.click()}
      >
        {t('courses.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('courses.files')}
        onChange={({ currentTarget }) => {
          mutate([...(currentTarget.files ?? [])])
          // Without this, choosing the same file again would not trigger a change event.
          currentTarget.value = ''
        }}
      />
      <span role="status" className={classes.outcome}>
        {!isPending && data && data.saved > 0 && t('courses.saved', { count: data.saved })}
      </span>
      {!isPending &&
        data?.rejected.map(({ name, error }) => (
          <div key={name} className={classes.rejected}>
            <strong>{name}</strong>
            <ErrorNote error={error} />
          </div>
        ))}
    </>
  )
}

function CourseCard({ course }: { course: SavedCourse }) {
  const preferences = usePreferences()
  const { id, name, length, ascent, thumbnail, sport_id: sportId } = course
  const distance = formatQuantity(formatDistance(length / METRES_PER_KM, preferences))
  const climb = ascent === null ? [] : [`↑ ${formatQuantity(formatHeight(ascent, preferences))}`]
  return (
    <li className={cards.route}>
      <Thumbnail drawing={{ kind: 'route', path: thumbnail }} sportId={sportId ?? 0} />
      <h2>
        <Link to="/courses/$courseId" params={{ courseId: id }}>
          {name}
        </Link>
      </h2>
      <p>{[distance, ...climb].join(' · ')}</p>
    </li>
  )
}
