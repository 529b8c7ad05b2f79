import { useState } from 'react'
import type { Effort } from '@/web/api/efforts'
import type { TrackLink } from '@/web/charts/cursor'
import {
  EFFORT_KIND_NAMES,
  EFFORT_KINDS,
  effortTarget,
  effortValue,
} from '@/web/components/effort-text'
import { NumberTable } from '@/web/components/NumberTable'
import { Segments } from '@/web/components/Segments'
import { formatClock } from '@/web/format/duration'
import {
  type NumberPreferences,
  paceOf,
  plain,
  type Quantity,
  speedOf,
} from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { StretchRow } from '@/web/screens/workout/StretchRow'
import { usePreferences } from '@/web/state/preferences'
import { stretchOf } from './stretch-of'

/** The best of a workout for every distance and time that it has. */
export function Efforts({
  efforts,
  showsPace,
  moments,
  link,
}: {
  efforts: readonly Effort[]
  /** Whether its sport is about pace rather than speed. */
  showsPace: boolean
  /** Seconds of each point; undefined while they are not known. */
  moments: readonly number[] | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  const kinds = EFFORT_KINDS.filter((kind) => efforts.some((effort) => effort.kind === kind))
  const [chosen, choose] = useState<Effort['kind'] | null>(null)
  const kind = chosen ?? kinds[0]
  if (!kind) return null
  const isFast = kind === 'distance' || kind === 'duration'
  return (
    <NumberTable
      title={t('effort.title')}
      tools={
        kinds.length > 1 && (
          <Segments
            label={t('effort.kind')}
            value={kind}
            onChange={choose}
            data={kinds.map((value) => ({ value, label: t(EFFORT_KIND_NAMES[value]) }))}
          />
        )
      }
      headings={[
        t('effort.target'),
        t('effort.value'),
        ...(isFast ? [t(showsPace ? 'series.pace' : 'series.speed')] : []),
        t('effort.start'),
      ]}
    >
      {efforts
        .filter((effort) => effort.kind === kind)
        .map((effort) => {
          const name = effortTarget(effort, preferences)
          return (
            <StretchRow
              key={effort.target}
              stretch={stretchOf(moments, effort)}
              link={link}
              name={name}
              label={t('effort.select', { name })}
            >
              <td>{plain(effortValue(effort, preferences))}</td>
              {isFast && <td>{plain(rateOf(effort, showsPace, preferences))}</td>}
              <td>{formatClock(effort.start)}</td>
            </StretchRow>
          )
        })}
    </NumberTable>
  )
}

/** The pace or speed of an effort over a distance or a time. */
function rateOf(effort: Effort, showsPace: boolean, preferences: NumberPreferences): Quantity {
  const kilometres = (effort.kind === 'distance' ? effort.target : effort.value) / 1000
  return showsPace
    ? paceOf(effort.duration / kilometres, preferences)
    : speedOf((kilometres / effort.duration) * 3600, preferences)
}
