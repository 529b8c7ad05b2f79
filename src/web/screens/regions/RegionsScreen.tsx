import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { LoadError } from '@/web/components/feedback/LoadError'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import {
  type RegionFilters,
  type VisitedCountry,
  visitedRegionsQuery,
} from '@/web/map/regions/regions-query'
import { usePreferences } from '@/web/state/preferences'
import { nameCountry } from './name-country'
import { RegionControls } from './RegionControls'
import classes from './RegionsScreen.module.css'
import { RegionTable } from './RegionTable'

const RegionMap = lazy(() =>
  import('@/web/map/regions/RegionMap').then((module) => ({ default: module.RegionMap })),
)

const route = getRouteApi('/member/regions')

const ALL: RegionFilters = { sport: '', year: '' }

/** The countries and regions where the user's workouts have been, on a map and as a table. */
export function RegionsScreen() {
  const all = useQuery(visitedRegionsQuery(ALL)).data
  return (
    <Page wide title={t('regions.title')} tabs={<SummaryTabs />}>
      {all?.complete && all.countries.length === 0 ? (
        <p>
          {t('globalMap.empty')} <Link to="/workouts/add">{t('nav.add')}</Link>
        </p>
      ) : (
        <VisitedRegions all={all?.countries ?? []} />
      )}
    </Page>
  )
}

function VisitedRegions({ all }: { all: readonly VisitedCountry[] }) {
  const { sport = '', year = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const visited = useQuery(visitedRegionsQuery({ sport, year }))
  const [focused, setFocused] = useState<string>()
  const change = (filters: RegionFilters) =>
    void navigate({
      search: { sport: filters.sport || undefined, year: filters.year || undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <RegionControls countries={all} filters={{ sport, year }} onChange={change} />
      {!visited.data && <LoadError queries={[visited]} />}
      {visited.data?.complete === false && <p role="status">{t('regions.finding')}</p>}
      {visited.data && (
        <>
          <RegionMapPart countries={visited.data.countries} focused={focused} />
          {visited.data.countries.length === 0 && <p>{t('workouts.none')}</p>}
          {visited.data.countries.length > 0 && (
            <RegionTable countries={visited.data.countries} onOpen={setFocused} />
          )}
          <p className={classes.note}>
            {t('regions.borders')} <HandbookLink topic="maps" section="countries-and-regions" />
          </p>
        </>
      )}
    </>
  )
}

function RegionMapPart({
  countries,
  focused,
}: {
  countries: readonly VisitedCountry[]
  focused: string | undefined
}) {
  const { locale } = usePreferences()
  const { data: config } = useQuery(configQuery)
  const regions = useMemo(
    () =>
      countries.flatMap(({ country, days: ofCountry, regions: parts }) => {
        const places = parts.length > 0 ? parts : [{ name: '', days: ofCountry }]
        return places.map(({ name, days }) => {
          const place = name || nameCountry(country, locale)
          return { country, name, label: t('regions.tooltip', { place, days }) }
        })
      }),
    [countries, locale],
  )
  const skeleton = <Skeleton className={classes.map} />
  return (
    <Suspense fallback={skeleton}>
      {config ? <RegionMap regions={regions} focused={focused} source={config} /> : skeleton}
    </Suspense>
  )
}
