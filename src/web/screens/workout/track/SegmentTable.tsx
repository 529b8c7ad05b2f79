import type { Segment } from '@/web/api/workouts/workouts'
import type { Interval, TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { IntervalRow } from './IntervalRow'
import { segmentColumns } from './segment-columns'

/** The segments between pauses, if there are several. */
export function SegmentTable({
  segments,
  sportId,
  parts,
  link,
}: {
  segments: readonly Segment[]
  sportId: number
  /** The points of each segment; empty until loaded. */
  parts: readonly Interval[]
  link: TrackLink
}) {
  const preferences = usePreferences()
  if (segments.length < 2) return null
  const known = parts.length === segments.length
  const columns = segmentColumns(segments, sportId, preferences)
  return (
    <NumberTable
      title={t('segments.title')}
      headings={[t('segments.number'), ...columns.map(({ label }) => t(label))]}
    >
      {segments.map((segment, index) => (
        <IntervalRow
          key={segment.segment_id}
          interval={(known && parts[index]) || null}
          link={link}
          name={String(segment.segment_number)}
          label={t('segments.select', { number: segment.segment_number })}
        >
          {columns.map(({ label, read }) => (
            <td key={label}>{formatQuantity(read(segment))}</td>
          ))}
        </IntervalRow>
      ))}
    </NumberTable>
  )
}
