import { getNumberFormat } from '@/web/i18n/formats'
import { formatNumber } from './numbers'
import type { NumberPreferences, Quantity } from './quantity'

const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/**
 * Formats a file size in units of 1024 bytes with at most one decimal and the unit of the locale: `1.4 MB`, `1,4 Mo`.
 */
export function formatFileSize(
  bytes: number,
  { locale }: Pick<NumberPreferences, 'locale'>,
): Quantity {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), SIZE_UNITS.length - 1)
  const value = bytes / 1024 ** power
  const unit = getNumberFormat(locale, {
    ...{ style: 'unit', unit: SIZE_UNITS[power], unitDisplay: 'narrow' },
  })
    .formatToParts(value)
    .find(({ type }) => type === 'unit')
  return { value: formatNumber(value, power === 0 ? 0 : 1, locale), unit: unit?.value ?? '' }
}
