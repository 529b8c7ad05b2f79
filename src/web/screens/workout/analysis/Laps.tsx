import type { Analysis } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import type { TrackLink } from '@/web/charts/cursor'
import { NumberTable } from '@/web/components/NumberTable'
import { plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { StretchRow } from '@/web/screens/workout/StretchRow'
import { usePreferences } from '@/web/state/preferences'
import { MoreRows, useFirstRows } from './first-rows'
import { lapColumns } from './lap-columns'
import { stretchOf } from './stretch-of'

/** The laps of the device, with what it says of them. */
export function Laps({
  laps,
  workout,
  moments,
  link,
}: {
  laps: Analysis['laps']
  workout: Workout
  /** Seconds of each point; undefined while they are not known. */
  moments: readonly number[] | undefined
  link: TrackLink
}) {
  const preferences = usePreferences()
  const { shown, rest, showAll } = useFirstRows(
    laps.map((lap, index) => ({ ...lap, number: index + 1 })),
  )
  // One that nobody named says nothing that the workout does not.
  if (laps.length < 2 && !laps.some(({ name }) => name)) return null
  const columns = lapColumns(laps, workout, preferences)
  return (
    <NumberTable
      title={t('lap.title')}
      headings={[t('segments.number'), ...columns.map(({ label }) => t(label))]}
    >
      {shown.map((lap) => (
        <StretchRow
          key={lap.number}
          stretch={stretchOf(moments, lap)}
          link={link}
          name={String(lap.number)}
          label={t('lap.select', { number: lap.number })}
        >
          {columns.map(({ label, read }) => {
            const value = read(lap)
            return <td key={label}>{typeof value === 'string' ? value : plain(value)}</td>
          })}
        </StretchRow>
      ))}
      <MoreRows rest={rest} columns={columns.length + 1} onShow={showAll} />
    </NumberTable>
  )
}
