import type { PreferencesInput } from '@/web/api/accounts/profile'

/** Regions that measure roads in miles: the United States, Liberia, Myanmar and the United Kingdom. */
const MILES = new Set(['US', 'LR', 'MM', 'GB'])
const MONDAY = 1

/** `Intl.Locale` with week information: a method in current browsers, a property in older ones. */
type WeekLocale = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

type DateFormat = NonNullable<NonNullable<PreferencesInput>['date_format']>

/** Returns the server's date format with day, month and year in the order that the language and region use. */
function getDateFormat(tag: string): DateFormat {
  const parts = new Intl.DateTimeFormat(tag, { calendar: 'gregory' }).formatToParts(0)
  const order = parts.map(({ type }) => type).filter((type) => /^(day|month|year)$/.test(type))
  if (order[0] === 'year') return 'yyyy-MM-dd'
  return order[0] === 'month' ? 'MM/dd/yyyy' : 'dd/MM/yyyy'
}

function startsOnMonday(locale: WeekLocale): boolean {
  const week = locale.getWeekInfo?.() ?? locale.weekInfo
  return week === undefined || week.firstDay === MONDAY
}

/** The time zones of Europe in which roads are measured in miles. */
const MILES_IN_EUROPE = /^Europe\/(London|Belfast|Guernsey|Isle_of_Man|Jersey)$/

/** Whether roads are measured in miles. Many Europeans use a browser in American or British English. */
const usesMiles = (region: string | undefined, zone: string): boolean =>
  MILES.has(region ?? '') && (!zone.startsWith('Europe/') || MILES_IN_EUROPE.test(zone))

/**
 * Returns default preferences for a user whose browser has this language (BCP 47) and time zone (IANA). The colour
 * scheme follows the browser.
 */
export function getBrowserPreferences(tag: string, zone: string): PreferencesInput {
  const locale = new Intl.Locale(tag).maximize()
  return {
    date_format: getDateFormat(tag),
    imperial_units: usesMiles(locale.region, zone),
    use_dark_mode: null,
    weekm: startsOnMonday(locale),
  }
}
