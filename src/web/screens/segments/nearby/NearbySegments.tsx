import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import type { SegmentSearch } from '@/web/api/segments/segment-search'
import { nearbySegmentsQuery } from '@/web/api/segments/segments'
import { LoadError } from '@/web/components/feedback/LoadError'
import { NativeSelect, renderOptions } from '@/web/components/forms/NativeSelect'
import { SportSelect } from '@/web/components/forms/SportSelect'
import lists from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Panel } from '@/web/components/page/Panel'
import { fromDistance } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import { SegmentItem } from '@/web/screens/segments/SegmentItem'
import { usePreferences } from '@/web/state/preferences'
import classes from './NearbySegments.module.css'

/** Loaded separately, because the filters of workouts use it, too. */
const PlaceInput = lazy(async () => ({
  default: (await import('@/web/components/places/PlaceInput')).PlaceInput,
}))

/** Radii to choose from, in the unit of the user. */
const RADII = [2, 5, 10, 25, 50]
const DEFAULT_RADIUS = 10

/** A search for segments around a place. The URL of the screen contains it, so that going back from a segment restores it. */
export function NearbySegments({
  search,
  onChange,
}: {
  search: SegmentSearch
  onChange: (search: SegmentSearch) => void
}) {
  const { units } = usePreferences()
  const { coordinates = '', place = '', sport } = search
  const radii = RADII.map((value) => ({
    value: String(fromDistance(value, units)),
    label: String(value),
  }))
  const radius = search.radius ?? String(fromDistance(DEFAULT_RADIUS, units))
  return (
    <Panel title={t('filter.place')} text={t('ranked.findHint')}>
      <Suspense>
        <PlaceInput
          initial={{ coordinates, place }}
          onChange={(chosen) =>
            onChange({
              ...search,
              coordinates: chosen.coordinates || undefined,
              place: chosen.place || undefined,
            })
          }
        />
      </Suspense>
      <div className={classes.choices}>
        <NativeSelect
          label={t('filter.radius', { unit: t(units === 'metric' ? 'unit.km' : 'unit.mi') })}
          value={radius}
          onChange={(chosen) => onChange({ ...search, radius: chosen })}
        >
          {renderOptions(radii)}
        </NativeSelect>
        <SportSelect
          label={t('add.sport')}
          auto={t('courses.anySport')}
          value={sport ? Number(sport) : null}
          disabled={false}
          isOffered={hasExplorerTiles}
          onChange={(chosen) =>
            onChange({ ...search, sport: chosen === null ? undefined : String(chosen) })
          }
        />
      </div>
      {coordinates && <FoundSegments search={{ coordinates, radius, sport }} />}
    </Panel>
  )
}

function FoundSegments({ search }: { search: Parameters<typeof nearbySegmentsQuery>[0] }) {
  const list = useInfiniteQuery({
    ...nearbySegmentsQuery(search),
    placeholderData: keepPreviousData,
  })
  const segments = list.data?.pages.flatMap(({ data }) => data.segments) ?? []
  const total = list.data?.pages[0]?.pagination.total
  return (
    <>
      <LoadError queries={[list]} />
      <div role="status">{total !== undefined && t('ranked.foundCount', { count: total })}</div>
      {segments.length > 0 && (
        <ul className={lists.list} aria-label={t('ranked.found')}>
          {segments.map((segment) => (
            <SegmentItem key={segment.id} segment={segment} />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </>
  )
}
