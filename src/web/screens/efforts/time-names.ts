import type { TextKey } from '@/web/i18n/text'
import type { OtherTimeName, TimeName } from './periods'

/** Names of periods. */
export const TIME_NAMES: Readonly<Record<TimeName | OtherTimeName, TextKey>> = {
  month: 'efforts.month',
  quarter: 'efforts.quarter',
  year: 'efforts.year',
  ever: 'efforts.ever',
  days: 'efforts.days',
  before: 'efforts.before',
  nothing: 'efforts.nothing',
}
