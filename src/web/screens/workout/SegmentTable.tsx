import type { Segment } from '@/web/api/workouts'
import { ScrollArea } from '@/web/components/ScrollArea'
import { plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './SegmentTable.module.css'
import { segmentColumns } from './segment-columns'

/** The stretches between pauses, when there is more than one. */
export function SegmentTable({ segments }: { segments: readonly Segment[] }) {
  const preferences = usePreferences()
  if (segments.length < 2) return null
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
            {segments.map((segment) => (
              <tr key={segment.segment_id}>
                <th scope="row">{segment.segment_number}</th>
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
