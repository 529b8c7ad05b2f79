import { LinePlot } from '@/web/charts/plots/LinePlot'
import { Panel } from '@/web/components/page/Panel'
import { formatNumber } from '@/web/format/numbers'
import { toDistance, toHeight } from '@/web/format/units'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** The elevation along a course; nothing without elevations. */
export function CourseProfile({ profile }: { profile: readonly (readonly number[])[] }) {
  const { units, locale } = usePreferences()
  if (profile.length < 2) return null
  const points = profile.map(([metres = 0, elevation = 0]) => ({
    x: toDistance(metres / 1000, units),
    y: toHeight(elevation, units),
  }))
  const [distance, height] =
    units === 'metric' ? [t('unit.km'), t('unit.m')] : [t('unit.mi'), t('unit.ft')]
  return (
    <Panel title={t('series.elevation')}>
      <LinePlot
        lines={[{ id: 'elevation', name: t('series.elevation'), points }]}
        axes={{
          ...{ isInverted: false, isClock: false, isLogarithmic: false, isStepped: false },
          formatX: (x) => `${formatNumber(x, 1, locale)} ${distance}`,
          formatY: (y) => `${formatNumber(y, 0, locale)} ${height}`,
        }}
      />
    </Panel>
  )
}
