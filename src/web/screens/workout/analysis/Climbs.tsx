import type { Analysis } from '@/web/api/efforts'
import type { TrackLink } from '@/web/charts/cursor'
import type { Track } from '@/web/charts/track'
import { ScrollArea } from '@/web/components/ScrollArea'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { countOf, distanceOf, heightOf, plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Splits.module.css'
import { StretchRow } from './StretchRow'
import { stretchOf } from './stretch-of'

/** The climbs on the way, each with how long, high and steep it is. */
export function Climbs({
  climbs,
  track,
  link,
}: {
  climbs: Analysis['climbs']
  track: Track | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  if (climbs.length === 0) return null
  const percent = (value: number) => `${formatNumber(value, 1, preferences.locale)} %`
  return (
    <section>
      <div className={classes.head}>
        <h2>{t('climb.title')}</h2>
      </div>
      <ScrollArea label={t('climb.title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('segments.number')}</th>
              <th scope="col">{t('climb.category')}</th>
              <th scope="col">{t('climb.foot')}</th>
              <th scope="col">{t('climb.length')}</th>
              <th scope="col">{t('stat.ascent')}</th>
              <th scope="col">{t('climb.gradient')}</th>
              <th scope="col">{t('climb.steepest')}</th>
              <th scope="col">{t('climb.time')}</th>
              <th scope="col">{t('climb.vam')}</th>
            </tr>
          </thead>
          <tbody>
            {climbs.map((climb, index) => (
              <StretchRow
                key={climb.start}
                stretch={track ? stretchOf(track, climb) : null}
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
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
