import { Cron } from 'croner'

/**
 * The first time of a cron text after an instant, by the wall clock of this machine; both in milliseconds since the Unix
 * epoch. Where clocks are changed, a time that is skipped comes when they are put forward, and one that comes twice
 * comes once. Infinity where no such time comes.
 */
export const nextTime = (when: string, after: number): number =>
  new Cron(when, { paused: true }).nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY
