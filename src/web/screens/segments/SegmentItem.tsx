import { Link } from '@tanstack/react-router'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import type { ListedSegment } from '@/web/api/segments/segments'
import { getVisibilityName } from '@/web/components/forms/visibility-options'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatClock } from '@/web/format/duration'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

/** A segment in a list: its length, its grade, and who may see it or whose it is. */
export function SegmentItem({ segment }: { segment: ListedSegment }) {
  const preferences = usePreferences()
  const { id, name, sport_id: sportId, length, grade, best, visibility } = segment
  const distance = formatSportDistance(length / METRES_PER_KM, sportId, preferences)
  return (
    <li>
      <ItemRow
        picture={<SportMedal sportId={sportId} size={36} />}
        name={
          <Link to="/segments/$segmentId" params={{ segmentId: id }}>
            {name}
          </Link>
        }
        facts={[
          <>
            {formatQuantity(distance)}
            {grade !== null && ` · ${formatNumber(grade, 1, preferences.locale)} %`}
            {' · '}
            {segment.is_own ? getVisibilityName(visibility) : <OwnerLink name={segment.owner} />}
          </>,
          best !== null && `${t('routes.best')}: ${formatClock(best)}`,
        ]}
      />
    </li>
  )
}

const OwnerLink = ({ name }: { name: string }) => (
  <Link to="/users/$username" params={{ username: name }}>
    {name}
  </Link>
)
