import { useState } from 'react'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/profile'
import { LifetimeTotals } from './LifetimeTotals'
import { SportTable } from './SportTable'
import { StatisticsControls, type StatisticsOptions } from './StatisticsControls'
import { TimePanel } from './TimePanel'
import { YearsPanel } from './YearsPanel'

const FIRST: StatisticsOptions = { sport: '', measure: 'total_distance', table: false }

/** Totals of all workouts by period, year by year, and by sport. */
export function StatisticsScreen() {
  const profile = useProfile()
  const [options, setOptions] = useState(FIRST)
  return (
    <Page wide title={t('stats.title')} tabs={<SummaryTabs />}>
      {profile && (
        <>
          <LifetimeTotals profile={profile} />
          <StatisticsControls username={profile.username} options={options} onChange={setOptions} />
          <TimePanel profile={profile} options={options} />
          <YearsPanel profile={profile} options={options} />
          <SportTable username={profile.username} />
        </>
      )}
    </Page>
  )
}
