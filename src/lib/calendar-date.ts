const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** A day of the calendar as `YYYY-MM-DD`, from the same with or without leading zeros; undefined for anything else. */
export function parseDate(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const instant = Date.parse(`${written}T00:00:00Z`)
  const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(`${written}T`)
  return exists && year !== '0000' ? written : undefined
}
