/** Parses a query string. All values remain strings, even those that look like numbers. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

/** Formats a query string with its question mark; empty without parameters. Undefined and null values are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(parameters).toString()
  return text === '' ? '' : `?${text}`
}
