import type { SportRow } from '@/db/queries/sports'
import { localText } from '@/lib/local-date'

/** Most characters of the texts of a workout; longer ones are cut. */
const LONGEST = { title: 255, description: 10_000, notes: 500 } as const

/** A text cut to its limit, counted in characters. */
export const cutText = (field: keyof typeof LONGEST, text: string): string =>
  [...text].slice(0, LONGEST[field]).join('')

/** The first text that says something, cut; null when none does. */
export function firstText(
  field: keyof typeof LONGEST,
  ...texts: (string | null | undefined)[]
): string | null {
  const found = texts.find((text) => text)
  return found ? cutText(field, found) : null
}

/** `<sport> - YYYY-MM-DD HH:MM:SS` in the user's time zone. */
export const defaultTitle = (sport: SportRow, startedAt: number, timezone: string): string =>
  `${sport.label} - ${localText(startedAt, timezone)}`
