import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { workoutSegmentsQuery } from '@/web/api/segments/segments'
import type { Workout } from '@/web/api/workouts/workouts'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { Badge } from '@/web/components/people/Badge'
import { formatClock } from '@/web/format/duration'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'

/** The segments that a workout has passed, with its times; nothing if there are none. */
export function WorkoutSegments({ workout }: { workout: Workout }) {
  const preferences = usePreferences()
  const isMember = useProfile() !== undefined
  const list = useInfiniteQuery({
    ...workoutSegmentsQuery(workout.id),
    enabled: workout.with_geometry === true,
  })
  const efforts = list.data?.pages.flatMap(({ data }) => data.efforts) ?? []
  if (efforts.length === 0) return null
  return (
    <>
      <NumberTable
        title={t('ranked.title')}
        headings={[t('ranked.segment'), t('stat.distance'), t('lap.timer')]}
      >
        {efforts.map(({ segment_id: id, name, length, duration, is_best: isBest }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a workout may pass a segment several times.
          <tr key={`${id} ${index}`}>
            <th scope="row">
              {isMember ? (
                <Link to="/segments/$segmentId" params={{ segmentId: id }}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </th>
            <td>
              {formatQuantity(
                formatSportDistance(length / METRES_PER_KM, workout.sport_id, preferences),
              )}
            </td>
            <td>
              {formatClock(duration)} {isBest && <Badge>{t('routes.best')}</Badge>}
            </td>
          </tr>
        ))}
      </NumberTable>
      <MoreButton list={list} />
    </>
  )
}
