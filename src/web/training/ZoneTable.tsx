import type { ReactNode } from 'react'
import type { ZoneKind } from '@/web/api/workouts/training'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatClock } from '@/web/format/duration'
import { formatPercent } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { roundShares } from './round-shares'
import { ZoneBar } from './ZoneBar'
import { formatZoneName, formatZoneRanges } from './zone-text'

/** A table of the time spent in each zone, as bars and numbers. */
export function ZoneTable({
  kind,
  seconds,
  ends,
  swims = false,
  tools,
}: {
  kind: ZoneKind
  seconds: readonly number[]
  /** Upper limits of the zones; only the owner of the workout receives them. */
  ends: readonly number[] | undefined
  swims?: boolean
  tools?: ReactNode
}) {
  const preferences = usePreferences()
  const shares = roundShares(seconds)
  const ranges = ends && formatZoneRanges(kind, ends, preferences, swims)
  return (
    <NumberTable
      title={t('zone.title')}
      tools={tools}
      headings={[
        t('zone.zone'),
        ...(ranges ? [t('zone.range')] : []),
        t('zone.time'),
        t('zone.share'),
        { key: 'bar', cell: <td key="bar" aria-hidden="true" /> },
      ]}
    >
      {seconds.map((time, index) => {
        const name = formatZoneName(kind, index, seconds.length)
        return (
          <tr key={name}>
            <th scope="row">{name}</th>
            {ranges && <td>{ranges[index]}</td>}
            <td>{formatClock(time)}</td>
            <td>{formatPercent(shares[index] ?? 0, 0, preferences.locale)}</td>
            <td style={{ width: '35%' }}>
              <ZoneBar seconds={seconds} only={index} />
            </td>
          </tr>
        )
      })}
    </NumberTable>
  )
}
