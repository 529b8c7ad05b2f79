import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/sports'
import { Legend, LegendItem } from '@/web/components/Legend'
import { sportLook } from '@/web/components/sport-looks'
import { t } from '@/web/i18n/text'
import type { Bar } from '@/web/sums/measures'

/** Which sport has which colour in the bars. */
export function SportLegend({ bars }: { bars: readonly Bar[] }) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const drawn = new Set(bars.flatMap(({ parts }) => parts.map(({ sportId }) => sportId)))
  if (drawn.size === 0) return <p>{t('stats.nothing')}</p>
  return (
    <Legend label={t('stats.legend')}>
      {sports
        .filter(({ id }) => drawn.has(id))
        .map(({ id, label, color }) => (
          <LegendItem key={id} color={sportLook(id, color).color}>
            {label}
          </LegendItem>
        ))}
    </Legend>
  )
}
