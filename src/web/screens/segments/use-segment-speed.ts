import type { RankedSegment } from '@/web/api/segments/segments'
import { formatQuantity } from '@/web/format/quantity'
import { getSpeedFormat } from '@/web/format/speed'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

const KMH_PER_MS = 3.6

/** The name of the measure of speed on a segment, and its mean for an elapsed time in seconds: a pace on foot. */
export function useSegmentSpeed({ length, sport_id, sport_group: group }: RankedSegment) {
  const source = { ave_pace: group === 'foot' ? '' : null, sport_id }
  const { label, format } = getSpeedFormat(source, usePreferences())
  return {
    label: t(label),
    formatMean: (duration: number) => formatQuantity(format((length / duration) * KMH_PER_MS)),
  }
}
