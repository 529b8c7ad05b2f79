import { formatNumber } from '@/web/format/numbers'

/** Formats a change with its sign. */
export const signed = (value: number, locale: string): string =>
  `${value > 0 ? '+' : ''}${formatNumber(value, 1, locale)}`
