import { formatNumber } from '@/web/format/numbers'

/** A change, with its sign. */
export const signed = (value: number, locale: string): string =>
  `${value > 0 ? '+' : ''}${formatNumber(value, 1, locale)}`
