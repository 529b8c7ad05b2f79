import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ownEffortsQuery,
  type RankedSegment,
  type SegmentEffort,
} from '@/web/api/segments/segments'
import { LinePlot } from '@/web/charts/plots/LinePlot'
import { getTimeAxes } from '@/web/charts/plots/time-axes'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { formatDate } from '@/web/format/dates'
import { formatClock } from '@/web/format/duration'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSegmentSpeed } from './use-segment-speed'

/** The user's own times on a segment, latest first, and how they have changed. */
export function OwnTimes({ segment }: { segment: RankedSegment }) {
  const preferences = usePreferences()
  const speed = useSegmentSpeed(segment)
  const list = useInfiniteQuery(ownEffortsQuery(segment.id))
  const efforts = list.data?.pages.flatMap(({ data }) => data.efforts) ?? []
  if (efforts.length === 0) return <LoadError queries={[list]} />
  return (
    <>
      <Progress efforts={efforts} />
      <NumberTable
        title={t('ranked.ownTimes')}
        headings={[t('filter.date'), t('lap.timer'), speed.label]}
      >
        {efforts.map(({ date, duration, workout_id: workoutId, is_best: isBest }) => (
          <tr key={`${workoutId} ${date}`}>
            <th scope="row">
              <Link to="/workouts/$workoutId" params={{ workoutId }}>
                {formatDate(new Date(date), preferences)}
              </Link>
            </th>
            <td>
              {formatClock(duration)} {isBest && <Badge>{t('routes.best')}</Badge>}
            </td>
            <td>{speed.formatMean(duration)}</td>
          </tr>
        ))}
      </NumberTable>
      <MoreButton list={list} />
    </>
  )
}

/** The times as a line over the years, faster ones higher. */
function Progress({ efforts }: { efforts: readonly SegmentEffort[] }) {
  const preferences = usePreferences()
  if (efforts.length < 2) return null
  const points = efforts
    .toReversed()
    .map(({ date, duration }) => ({ x: Date.parse(date), y: duration }))
  return (
    <Panel title={t('ranked.progress')}>
      <LinePlot
        lines={[{ id: 'times', name: t('lap.timer'), points }]}
        axes={getTimeAxes(preferences)}
      />
    </Panel>
  )
}
