import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Effort } from '@/web/api/efforts'
import type { TrackLink } from '@/web/charts/cursor'
import type { Track } from '@/web/charts/track'
import {
  EFFORT_KIND_NAMES,
  EFFORT_KINDS,
  effortTarget,
  effortValue,
} from '@/web/components/effort-text'
import { ScrollArea } from '@/web/components/ScrollArea'
import { formatClock } from '@/web/format/duration'
import { paceOf, plain, speedOf } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './Splits.module.css'
import { StretchRow } from './StretchRow'
import { stretchOf } from './stretch-of'

/** The best of a workout for every distance and time that it has. */
export function Efforts({
  efforts,
  showsPace,
  track,
  link,
}: {
  efforts: readonly Effort[]
  /** Whether its sport is about pace rather than speed. */
  showsPace: boolean
  track: Track | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  const kinds = EFFORT_KINDS.filter((kind) => efforts.some((effort) => effort.kind === kind))
  const [chosen, choose] = useState<Effort['kind'] | null>(null)
  const kind = chosen ?? kinds[0]
  if (!kind) return null
  const metresOf = (effort: Effort) => (kind === 'distance' ? effort.target : effort.value)
  const isFast = kind === 'distance' || kind === 'duration'
  return (
    <section>
      <div className={classes.head}>
        <h2>{t('effort.title')}</h2>
        {kinds.length > 1 && (
          <SegmentedControl
            size="sm"
            aria-label={t('effort.kind')}
            value={kind}
            onChange={choose}
            data={kinds.map((value) => ({ value, label: t(EFFORT_KIND_NAMES[value]) }))}
          />
        )}
      </div>
      <ScrollArea label={t('effort.title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('effort.target')}</th>
              <th scope="col">{t('effort.value')}</th>
              {isFast && <th scope="col">{t(showsPace ? 'series.pace' : 'series.speed')}</th>}
              <th scope="col">{t('effort.start')}</th>
            </tr>
          </thead>
          <tbody>
            {efforts
              .filter((effort) => effort.kind === kind)
              .map((effort) => {
                const name = effortTarget(effort, preferences)
                const seconds = effort.duration
                const kilometres = metresOf(effort) / 1000
                return (
                  <StretchRow
                    key={effort.target}
                    stretch={track ? stretchOf(track, effort) : null}
                    link={link}
                    name={name}
                    label={t('effort.select', { name })}
                  >
                    <td>{plain(effortValue(effort, preferences))}</td>
                    {isFast && (
                      <td>
                        {plain(
                          showsPace
                            ? paceOf(seconds / kilometres, preferences)
                            : speedOf((kilometres / seconds) * 3600, preferences),
                        )}
                      </td>
                    )}
                    <td>{formatClock(effort.start)}</td>
                  </StretchRow>
                )
              })}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
