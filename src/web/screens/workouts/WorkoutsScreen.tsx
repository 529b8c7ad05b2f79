import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { WorkoutFilters } from '@/web/api/workout-filters'
import { filteredQuery } from '@/web/api/workout-list'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { WorkoutRow } from '@/web/components/WorkoutRow'
import { t } from '@/web/i18n/text'
import { FilterForm } from './FilterForm'
import { SumsLine } from './SumsLine'
import classes from './WorkoutsScreen.module.css'

const route = getRouteApi('/member/workouts')

/** All workouts, found by what is remembered of them. The page's address holds the filters. */
export function WorkoutsScreen() {
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  const [open, { toggle, close }] = useDisclosure(false)
  const list = useInfiniteQuery({ ...filteredQuery(filters), placeholderData: keepPreviousData })
  const workouts = list.data?.pages.flatMap(({ data }) => data.workouts) ?? []
  const sums = list.data?.pages[0]?.data.statistics?.all
  const search = (chosen: WorkoutFilters) => {
    close()
    void navigate({ search: chosen })
  }
  return (
    <Page
      wide
      title={t('workouts.title')}
      actions={
        <Button className={classes.toggle} variant="default" aria-expanded={open} onClick={toggle}>
          {t('filter.title')}
        </Button>
      }
    >
      <div className={classes.columns}>
        <aside className={classes.aside} data-open={open}>
          <FilterForm key={JSON.stringify(filters)} filters={filters} onSearch={search} />
        </aside>
        <div>
          {list.error && <ErrorPanel error={list.error} onRetry={list.refetch} />}
          {sums && <SumsLine sums={sums} />}
          {list.isSuccess && workouts.length === 0 && <p>{t('workouts.none')}</p>}
          <ul className={classes.rows} aria-label={t('workouts.title')}>
            {workouts.map((workout) => (
              <WorkoutRow key={workout.id} workout={workout} />
            ))}
          </ul>
          <MoreButton list={list} />
        </div>
      </div>
    </Page>
  )
}
