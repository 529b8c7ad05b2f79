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
