import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { filtersIn, isFiltered, type ListSearch } from '@/web/api/workout-filters'
import { foundQuery } from '@/web/api/workout-list'
import { Dialog } from '@/web/components/Dialog'
import { LoadError } from '@/web/components/LoadError'
import { Page } from '@/web/components/Page'
import { Segments } from '@/web/components/Segments'
import { t } from '@/web/i18n/text'
import { DuplicateHint } from './DuplicateHint'
import { FilterChips } from './FilterChips'
import { FilterForm } from './FilterForm'
import { FoundList } from './FoundList'
import { FoundMap } from './FoundMap'
import { ListHead } from './ListHead'
import { MoreWays } from './MoreWays'
import { SelectableList } from './SelectableList'
import { SumsLine } from './SumsLine'
import classes from './WorkoutsScreen.module.css'

const route = getRouteApi('/member/workouts')

/** All workouts, found by what is remembered of them. The page's address holds the filters. */
export function WorkoutsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, { open, close }] = useDisclosure(false)
  const [selecting, setSelecting] = useState(false)
  const filters = filtersIn(search)
  const first = useQuery({ ...foundQuery(filters, 1), placeholderData: keepPreviousData })
  const total = first.data?.pagination.total
  const sums = first.data?.data.statistics?.all
  const { view } = search
  const change = (chosen: ListSearch) =>
    void navigate({ search: { ...chosen, view }, replace: true, resetScroll: false })
  return (
    <Page
      wide
      title={t('workouts.title')}
      actions={
        <div className={classes.actions}>
          <Segments
            label={t('workouts.view')}
            value={view ?? 'list'}
            onChange={(value) =>
              void navigate({
                search: { ...search, view: value === 'map' ? 'map' : undefined },
                resetScroll: false,
              })
            }
            data={[
              { value: 'list', label: t('workouts.list') },
              { value: 'map', label: t('globalMap.title') },
            ]}
          />
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} />}
            aria-haspopup="dialog"
            onClick={open}
          >
            {t('filter.title')}
          </Button>
          {view !== 'map' && !selecting && (
            <Button variant="default" onClick={() => setSelecting(true)}>
              {t('bulk.start')}
            </Button>
          )}
          <MoreWays />
        </div>
      }
    >
      <Dialog title={t('filter.title')} opened={opened} onClose={close} side>
        <FilterForm
          search={search}
          found={first.isPlaceholderData ? undefined : total}
          onSearch={change}
          onDone={close}
        />
      </Dialog>
      <DuplicateHint />
      <FilterChips search={search} onChange={change} />
      <LoadError of={[first]} />
      {sums && <SumsLine sums={sums} sportId={Number(filters.sport_id) || null} />}
      {total === 0 && <NothingFound isFiltered={isFiltered(filters)} />}
      {total !== undefined && total > 0 && view === 'map' && (
        <FoundMap filters={filters} total={total} />
      )}
      {total !== undefined && (total > 0 || selecting) && view !== 'map' && (
        <div>
          <ListHead search={search} onChange={change} />
          {selecting ? (
            // Other filters, another selection: nothing is changed that is not in the list.
            <SelectableList
              key={JSON.stringify(filters)}
              filters={filters}
              total={total}
              onDone={() => setSelecting(false)}
            />
          ) : (
            <FoundList filters={filters} total={total} />
          )}
        </div>
      )}
    </Page>
  )
}

/** There is nothing, or nothing that fits. */
function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p>{t('workouts.none')}</p>
  return (
    <p>
      {t('workouts.empty')} <Link to="/workouts/add">{t('nav.add')}</Link>
    </p>
  )
}
