import { METRES_PER_KM } from '@/domain/reference/lengths'
import { MAX_LENGTH, MIN_LENGTH } from '@/domain/reference/segment-length'
import { formatCount, formatQuantity, type NumberPreferences } from '@/web/format/quantity'
import { toDistance, toHeight } from '@/web/format/units'
import { t } from '@/web/i18n/text'

/** Formats the limits of the length of a segment as whole units within them. */
export function formatLengthLimits(preferences: NumberPreferences): { min: string; max: string } {
  const { units } = preferences
  const [short, long] =
    units === 'metric' ? [t('unit.m'), t('unit.km')] : [t('unit.ft'), t('unit.mi')]
  const min = Math.ceil(toHeight(MIN_LENGTH, units))
  const max = Math.floor(toDistance(MAX_LENGTH / METRES_PER_KM, units))
  return {
    min: formatQuantity(formatCount(min, short, preferences)),
    max: formatQuantity(formatCount(max, long, preferences)),
  }
}
