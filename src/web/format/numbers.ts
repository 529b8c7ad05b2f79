import { numberFormat } from '@/web/i18n/formats'

/** A number with a fixed count of decimals and the thousands separator of the locale. */
export function formatNumber(value: number, decimals: number, locale: string): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return numberFormat(locale, digits).format(value)
}

/** A share in percent with a fixed count of decimals, its sign where the language has it. */
export function formatPercent(percent: number, decimals: number, locale: string): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return numberFormat(locale, { ...digits, style: 'percent' }).format(percent / 100)
}

const SIZE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** A file size in units of 1024 bytes with at most one decimal, such as `1.4 MB`. */
export function formatFileSize(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), SIZE_UNITS.length - 1)
  return `${formatNumber(bytes / 1024 ** power, power === 0 ? 0 : 1, locale)} ${SIZE_UNITS[power]}`
}
