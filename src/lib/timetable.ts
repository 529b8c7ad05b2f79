import { Cron } from 'croner'
import { MINUTE } from './clock'

/** Milliseconds by which a time server corrects a clock without anybody noticing. */
const CORRECTION = MINUTE

/**
 * When something is due by a cron text and the wall clock of this machine. Where clocks are changed, a time that is
 * skipped is due when they are put forward, and one that comes twice is due once. Whatever was missed, because the
 * machine slept or its clock was put right, is due once, at once.
 */
export class Timetable {
  readonly #pattern: Cron
  #due: number
  #askedAt: number

  /** From `now` on, in milliseconds since the Unix epoch. */
  constructor(when: string, now: number) {
    this.#pattern = new Cron(when, { paused: true })
    this.#due = this.#next(now)
    this.#askedAt = now
  }

  /** Whether it has become due since it was asked for last. */
  isDue(now: number): boolean {
    // Else what is next would wait until the clock has come again to where it was: for years, if it was far ahead.
    if (now < this.#askedAt - CORRECTION) this.#due = this.#next(now)
    this.#askedAt = now
    if (now < this.#due) return false
    this.#due = this.#next(now)
    return true
  }

  /** Never, where no such time comes. */
  #next(now: number): number {
    return this.#pattern.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY
  }
}
