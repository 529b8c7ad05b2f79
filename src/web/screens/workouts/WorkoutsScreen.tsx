import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react'
import { distanceOf } from '@/domain/reference/sport-distance'
import { duplicateCountQuery } from '@/web/api/workouts/duplicates'
import { isFiltered, type ListSearch, pickFilters } from '@/web/api/workouts/workout-filters'
import { type ListTotals, workoutPageQuery } from '@/web/api/workouts/workout-list'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Notice } from '@/web/components/feedback/Notice'
import { RowsSkeleton } from '@/web/components/loading/RowsSkeleton'
import { whenIdle } from '@/web/components/loading/when-idle'
import { QuantityList } from '@/web/components/numbers/QuantityList'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { Page } from '@/web/components/page/Page'
import { formatHours } from '@/web/format/duration'
import { formatCount, formatHeight } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { FilterChips } from '@/web/screens/workouts/filters/FilterChips'
import { MoreWays } from '@/web/screens/workouts/filters/MoreFilters'
import { usePreferences } from '@/web/state/preferences'
import { ListHead } from './ListHead'
import { ResultList } from './ResultList'
import classes from './WorkoutsScreen.module.css'

const route = getRouteApi('/member/workouts')

/** Loaded lazily: the list itself needs neither forms nor a map. */
const loadFilterDialog = () => import('./filters/FilterDialog')
const FilterDialog = lazy(async () => ({ default: (await loadFilterDialog()).FilterDialog }))
const SelectableList = lazy(async () => ({
  default: (await import('./bulk/SelectableList')).SelectableList,
}))
const ResultMap = lazy(async () => ({ default: (await import('./ResultMap')).ResultMap }))

/** All workouts with filters, which are stored in the URL. */
export function WorkoutsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [filtering, setFiltering] = useState<'not yet' | 'open' | 'closed'>('not yet')
  const [selecting, setSelecting] = useState(false)
  const filters = pickFilters(search)
  const first = useQuery({ ...workoutPageQuery(filters, 1), placeholderData: keepPreviousData })
  const total = first.data?.pagination.total
  const totals = first.data?.data.statistics?.all
  const { view } = search
  const change = (chosen: ListSearch) =>
    void navigate({ search: { ...chosen, view }, replace: true, resetScroll: false })
  return (
    <Page
      wide
      title={t('workouts.title')}
      actions={
        <ScreenActions
          view={view}
          onView={(chosen) =>
            void navigate({ search: { ...search, view: chosen }, resetScroll: false })
          }
          onFilter={() => setFiltering('open')}
          onSelect={view === 'map' || selecting ? undefined : () => setSelecting(true)}
        />
      }
    >
      <Filters
        state={filtering}
        onClose={() => setFiltering('closed')}
        search={search}
        found={first.isPlaceholderData ? undefined : total}
        onSearch={change}
      />
      <DuplicateHint />
      <FilterChips search={search} onChange={change} />
      <LoadError queries={[first]} />
      {first.isPending && <RowsSkeleton />}
      {totals && <TotalsLine sums={totals} sportId={Number(filters.sport_id) || null} />}
      {total === 0 && <NothingFound isFiltered={isFiltered(filters)} />}
      {total !== undefined && total > 0 && view === 'map' && (
        <Suspense fallback={<RowsSkeleton />}>
          <ResultMap filters={filters} total={total} />
        </Suspense>
      )}
      {total !== undefined && (total > 0 || selecting) && view !== 'map' && (
        <Results
          search={search}
          onChange={change}
          total={total}
          selection={[selecting, setSelecting]}
        />
      )}
    </Page>
  )
}

/** The dialog with the filters, which is loaded when the browser is idle or when it is opened for the first time. */
function Filters({
  state,
  ...dialog
}: { state: 'not yet' | 'open' | 'closed' } & Omit<ComponentProps<typeof FilterDialog>, 'opened'>) {
  useEffect(() => whenIdle(() => void loadFilterDialog()), [])
  if (state === 'not yet') return null
  return (
    <Suspense>
      <FilterDialog opened={state === 'open'} {...dialog} />
    </Suspense>
  )
}

/** Shown if there are no workouts, or none that match. */
function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p>{t('workouts.none')}</p>
  return (
    <p>
      {t('workouts.empty')} <Link to="/workouts/add">{t('nav.add')}</Link>
    </p>
  )
}

/** Shows a link if there may be duplicate workouts. */
function DuplicateHint() {
  const { data: count = 0 } = useQuery(duplicateCountQuery)
  if (count === 0) return null
  return (
    <Notice>
      {t('duplicates.hint', { count })}{' '}
      <Link to="/workouts/duplicates">{t('duplicates.look')}</Link>
    </Notice>
  )
}

/** The totals of the matching workouts. */
function TotalsLine({
  sums,
  sportId,
}: {
  sums: ListTotals
  /** Their sport; null if there may be several. */
  sportId: number | null
}) {
  const preferences = usePreferences()
  const seconds = Number(sums.total_duration ?? 0)
  const moves = distanceOf(sportId ?? 0) !== 'never'
  const parts = [
    ['dashboard.workouts', formatCount(sums.count, '', preferences)],
    ...(moves
      ? [['stat.distance', formatSportDistance(sums.total_distance, sportId, preferences)] as const]
      : []),
    ['stat.moving', { value: formatHours(seconds, preferences.locale), unit: t('unit.h') }],
    ...(moves && preferences.showAscent
      ? [['stat.ascent', formatHeight(sums.total_ascent, preferences)] as const]
      : []),
  ] as const
  return <QuantityList label={t('dashboard.totals')} quantities={parts} className={classes.sums} />
}

function ScreenActions({
  view,
  onView,
  onFilter,
  onSelect,
}: {
  view: ListSearch['view']
  onView: (view: ListSearch['view']) => void
  onFilter: () => void
  /** Starts selecting workouts; undefined where that is impossible. */
  onSelect: (() => void) | undefined
}) {
  return (
    <div className={classes.actions}>
      <SegmentedControl
        label={t('workouts.view')}
        value={view ?? 'list'}
        onChange={(value) => onView(value === 'map' ? 'map' : undefined)}
        data={[
          { value: 'list', label: t('workouts.list') },
          { value: 'map', label: t('globalMap.title') },
        ]}
      />
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} />}
        aria-haspopup="dialog"
        onClick={onFilter}
      >
        {t('filter.title')}
      </Button>
      {onSelect && (
        <Button variant="default" onClick={onSelect}>
          {t('bulk.start')}
        </Button>
      )}
      <MoreWays />
    </div>
  )
}

function Results({
  search,
  onChange,
  total,
  selection: [selecting, setSelecting],
}: {
  search: ListSearch
  onChange: (search: ListSearch) => void
  total: number
  selection: [selecting: boolean, setSelecting: (selecting: boolean) => void]
}) {
  const filters = pickFilters(search)
  return (
    <div>
      <ListHead search={search} onChange={onChange} />
      {selecting ? (
        // Other filters reset the selection, so that a change affects only workouts in the list.
        <Suspense fallback={<RowsSkeleton />}>
          <SelectableList
            key={JSON.stringify(filters)}
            filters={filters}
            total={total}
            onDone={() => setSelecting(false)}
          />
        </Suspense>
      ) : (
        <ResultList filters={filters} total={total} />
      )}
    </div>
  )
}
