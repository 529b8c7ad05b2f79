import { Cron } from 'croner'

/**
 * Finds the first time of a cron expression after an instant, in the machine's time zone; both are milliseconds since
 * the Unix epoch. A time that is skipped when clocks go forward runs at the change, and a repeated time runs once.
 * Returns Infinity if there is no such time.
 */
export const nextTime = (when: string, after: number): number =>
  new Cron(when, { paused: true }).nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY
