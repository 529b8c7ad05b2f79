import type { Segment } from '@/web/api/workouts'
import type { Stretch, TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/NumberTable'
import { plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { StretchRow } from './StretchRow'
import { segmentColumns } from './segment-columns'

/** The stretches between pauses, when there is more than one. */
export function SegmentTable({
  segments,
  sportId,
  parts,
  link,
}: {
  segments: readonly Segment[]
  sportId: number
  /** The points of each segment; none when they are not known. */
  parts: readonly Stretch[]
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
        <StretchRow
          key={segment.segment_id}
          stretch={(known && parts[index]) || null}
          link={link}
          name={String(segment.segment_number)}
          label={t('segments.select', { number: segment.segment_number })}
        >
          {columns.map(({ label, read }) => (
            <td key={label}>{plain(read(segment))}</td>
          ))}
        </StretchRow>
      ))}
    </NumberTable>
  )
}
