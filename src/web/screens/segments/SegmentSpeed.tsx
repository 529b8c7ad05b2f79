import type { RankedSegment } from '@/web/api/segments/segments'
import { formatQuantity } from '@/web/format/quantity'
import { getSpeedFormat } from '@/web/format/speed'
import { usePreferences } from '@/web/state/preferences'

const KMH_PER_MS = 3.6

/** The average speed of an effort, from its elapsed time in seconds. */
export function SegmentSpeed({
  segment: { length, sport_id },
  duration,
}: {
  segment: RankedSegment
  duration: number
}) {
  const { format } = getSpeedFormat({ ave_pace: null, sport_id }, usePreferences())
  return formatQuantity(format((length / duration) * KMH_PER_MS))
}
