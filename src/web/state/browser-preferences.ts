import type { PreferencesInput } from '@/web/api/profile'

/** Regions that measure roads in miles: the United States, Liberia, Myanmar and the United Kingdom. */
const MILES = new Set(['US', 'LR', 'MM', 'GB'])
const MONDAY = 1

/** `Intl.Locale` as browsers have it: the week by a method, in older ones by a property. */
type WeekLocale = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

type DateFormat = NonNullable<NonNullable<PreferencesInput>['date_format']>

/** The date format of the server that has day, month and year in the order of a language and region. */
function dateFormatOf(tag: string): DateFormat {
  const parts = new Intl.DateTimeFormat(tag, { calendar: 'gregory' }).formatToParts(0)
  const order = parts.map(({ type }) => type).filter((type) => /^(day|month|year)$/.test(type))
  if (order[0] === 'year') return 'yyyy-MM-dd'
  return order[0] === 'month' ? 'MM/dd/yyyy' : 'dd/MM/yyyy'
}

function startsOnMonday(locale: WeekLocale): boolean {
  const week = locale.getWeekInfo?.() ?? locale.weekInfo
  return week === undefined || week.firstDay === MONDAY
}

/** How somebody with a browser of this language (BCP 47) reads numbers and dates; the scheme stays the browser's. */
export function browserPreferences(tag: string): PreferencesInput {
  const locale = new Intl.Locale(tag).maximize()
  return {
    date_format: dateFormatOf(tag),
    imperial_units: MILES.has(locale.region ?? ''),
    use_dark_mode: null,
    weekm: startsOnMonday(locale),
  }
}
