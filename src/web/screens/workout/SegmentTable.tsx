import type { Segment } from '@/web/api/workouts'
import type { Observable, Stretch } from '@/web/charts/cursor'
import { ScrollArea } from '@/web/components/ScrollArea'
import { plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './SegmentTable.module.css'
import { segmentColumns } from './segment-columns'

/** The stretches between pauses, when there is more than one. */
export function SegmentTable({
  segments,
  parts,
  stretch,
}: {
  segments: readonly Segment[]
  /** The points of each segment; none when they are not known. */
  parts: readonly Stretch[]
  stretch: Observable<Stretch | null>
}) {
  const preferences = usePreferences()
  if (segments.length < 2) return null
  const known = parts.length === segments.length
  const columns = segmentColumns(segments, preferences)
  return (
    <section>
      <h2 className={classes.heading}>{t('segments.title')}</h2>
      <ScrollArea label={t('segments.title')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('segments.number')}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {segments.map((segment, index) => (
              <tr key={segment.segment_id}>
                <th scope="row">
                  <SegmentNumber
                    number={segment.segment_number}
                    part={known ? parts[index] : undefined}
                    onSelect={stretch.set}
                  />
                </th>
                {columns.map(({ label, read }) => (
                  <td key={label}>{plain(read(segment))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}

/** The number of a segment; it selects the segment on map and charts where its points are known. */
function SegmentNumber({
  number,
  part,
  onSelect,
}: {
  number: number
  part: Stretch | undefined
  onSelect: (part: Stretch) => void
}) {
  if (!part) return number
  return (
    <button
      type="button"
      className={classes.number}
      aria-label={t('segments.select', { number })}
      title={t('segments.select', { number })}
      onClick={() => onSelect(part)}
    >
      {number}
    </button>
  )
}
