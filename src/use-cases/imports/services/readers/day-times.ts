import { parseDisplayedDate } from '@/domain/text/displayed-date'
import { SECOND } from '@/lib/time/clock'
import { toInstant } from '@/lib/time/local-date'

/** Number of lines after which times repeat. Lines of one day are next to each other. */
const CYCLE = 20
/** Milliseconds between lines; more than between workouts that count as the same. */
const STEP = 120 * SECOND

interface LineTime {
  timezone: string
  /** Index of the line in its table. */
  index: number
}

/**
 * Returns a time around noon of a day, for exports that contain only the day. The lines of a day get different times,
 * so that workouts of the same length are not taken for duplicates; each line gets the same time whenever it is read.
 */
export function noonOf(day: string | undefined, { timezone, index }: LineTime): number | undefined {
  if (day === undefined) return undefined
  const noon = parseDisplayedDate(`${day} 12:00:00`)
  return noon === undefined ? undefined : toInstant(noon + (index % CYCLE) * STEP, timezone)
}
