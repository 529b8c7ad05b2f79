import { METRES_PER_KM } from '@/domain/reference/lengths'
import { Panel } from '@/web/components/page/Panel'
import { formatNumber } from '@/web/format/numbers'
import { getDistanceScale } from '@/web/format/sport-distance'
import { toHeight } from '@/web/format/units'
import { getNumberFormat } from '@/web/i18n/formats'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { LinePlot } from './LinePlot'

/** The elevation along a line; nothing without elevations. */
export function ElevationProfile({
  points,
  sportId,
}: {
  /** Metres from the start, with the elevation there in metres. */
  points: readonly (readonly [distance: number, elevation: number])[]
  /** The sport whose unit distances have; null for that of most sports. */
  sportId: number | null
}) {
  const { units, locale } = usePreferences()
  if (points.length < 2) return null
  const { unit, fromKilometres } = getDistanceScale(sportId, units)
  const heightUnit = t(units === 'metric' ? 'unit.m' : 'unit.ft')
  // The labels are at round numbers of the unit that the user reads, so the points are converted first.
  const converted = points.map(([distance, elevation]) => ({
    x: fromKilometres(distance / METRES_PER_KM),
    y: toHeight(elevation, units),
  }))
  return (
    <Panel title={t('series.profile')}>
      <LinePlot
        lines={[{ id: 'elevation', name: t('series.elevation'), points: converted }]}
        axes={{
          ...{ isInverted: false, isClock: false, isLogarithmic: false, isStepped: false },
          formatX: (x) => `${formatNumber(x, 2, locale)} ${unit}`,
          formatRoundX: (x) => `${getNumberFormat(locale, {}).format(x)} ${unit}`,
          formatY: (y) => `${formatNumber(y, 0, locale)} ${heightUnit}`,
        }}
      />
    </Panel>
  )
}
