import type { RankedSegment } from '@/web/api/segments/segments'
import { LinePlot } from '@/web/charts/plots/LinePlot'
import { Panel } from '@/web/components/page/Panel'
import { formatHeight, formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

const METRES_PER_KM = 1000

/** The elevations along a segment; nothing without them. */
export function SegmentProfile({
  segment: { elevations, length, sport_id: sportId },
}: {
  segment: RankedSegment
}) {
  const preferences = usePreferences()
  if (elevations === null || elevations.length < 2) return null
  const step = length / METRES_PER_KM / (elevations.length - 1)
  return (
    <Panel title={t('ranked.profile')}>
      <LinePlot
        lines={[
          {
            id: 'elevation',
            name: t('series.elevation'),
            points: elevations.map((y, index) => ({ x: index * step, y })),
          },
        ]}
        axes={{
          ...{ isInverted: false, isClock: false, isLogarithmic: false, isStepped: false },
          formatX: (kilometres) =>
            formatQuantity(formatSportDistance(kilometres, sportId, preferences)),
          formatY: (metres) => formatQuantity(formatHeight(metres, preferences)),
        }}
      />
    </Panel>
  )
}
