import { getNumberFormat } from '@/web/i18n/formats'

/** Formats a number with a fixed number of decimals and the separators of the locale. */
export function formatNumber(value: number, decimals: number, locale: string): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return getNumberFormat(locale, digits).format(value)
}

/** Formats a percentage with a fixed number of decimals; the locale determines the place of the percent sign. */
export function formatPercent(percent: number, decimals: number, locale: string): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return getNumberFormat(locale, { ...digits, style: 'percent' }).format(percent / 100)
}

/** Formats a change in whole percent with its sign. */
export const formatSignedPercent = (percent: number, locale: string): string =>
  getNumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(percent / 100)
