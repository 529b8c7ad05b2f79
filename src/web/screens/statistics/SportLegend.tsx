import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/sports'
import { sportLook } from '@/web/components/sport-looks'
import { t } from '@/web/i18n/text'
import type { Bar } from '@/web/sums/measures'
import classes from './TimePanel.module.css'

/** Which sport has which colour in the bars. */
export function SportLegend({ bars }: { bars: readonly Bar[] }) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const drawn = new Set(bars.flatMap(({ parts }) => parts.map(({ sportId }) => sportId)))
  if (drawn.size === 0) return <p>{t('stats.nothing')}</p>
  return (
    <ul className={classes.legend} aria-label={t('stats.legend')}>
      {sports
        .filter(({ id }) => drawn.has(id))
        .map(({ id, label, color }) => (
          <li key={id}>
            <span style={{ background: sportLook(id, color).color }} />
            {label}
          </li>
        ))}
    </ul>
  )
}
