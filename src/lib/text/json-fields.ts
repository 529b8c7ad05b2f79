/** An object of an export, whose values are not validated. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns milliseconds since the Unix epoch: `now` for what is not a time between 1970 and now. */
export function pastIn(value: unknown, now: number): number {
  const instant = Date.parse(String(value))
  return instant >= 0 && instant <= now ? instant : now
}
