import type { Analysis } from '@/web/api/efforts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/NumberTable'
import { formatClock } from '@/web/format/duration'
import { formatPercent } from '@/web/format/numbers'
import { countOf, distanceOf, heightOf, plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { StretchRow } from '@/web/screens/workout/StretchRow'
import { usePreferences } from '@/web/state/preferences'
import { stretchOf } from './stretch-of'

const COLUMNS = [
  ...(['segments.number', 'climb.category', 'climb.foot', 'climb.length', 'stat.ascent'] as const),
  ...(['climb.gradient', 'climb.steepest', 'climb.time', 'climb.vam'] as const),
]

/** The climbs on the way, each with how long, high and steep it is. */
export function Climbs({
  climbs,
  moments,
  link,
}: {
  climbs: Analysis['climbs']
  /** Seconds of each point; undefined while they are not known. */
  moments: readonly number[] | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  if (climbs.length === 0) return null
  const percent = (value: number) => formatPercent(value, 1, preferences.locale)
  return (
    <NumberTable title={t('climb.title')} headings={COLUMNS.map((key) => t(key))}>
      {climbs.map((climb, index) => (
        <StretchRow
          key={climb.start}
          stretch={stretchOf(moments, climb)}
          link={link}
          name={String(index + 1)}
          label={t('climb.select', { number: index + 1 })}
        >
          <td>{climb.category === 'none' ? '–' : climb.category}</td>
          <td>{plain(distanceOf(climb.from, preferences))}</td>
          <td>{plain(distanceOf(climb.distance, preferences))}</td>
          <td>{plain(heightOf(climb.gain, preferences))}</td>
          <td>{percent(climb.gradient)}</td>
          <td>{percent(climb.max_gradient)}</td>
          <td>{formatClock(climb.duration)}</td>
          <td>{plain(countOf(climb.vam, t('unit.metresPerHour'), preferences))}</td>
        </StretchRow>
      ))}
    </NumberTable>
  )
}
