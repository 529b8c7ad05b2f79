/** Milliseconds. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The source of "now" and of pauses, so that tests can replace both. */
export interface Clock {
  /** Milliseconds since the Unix epoch. It jumps whenever somebody, or a time server, sets the clock of the machine. */
  now: () => number
  /** Whole milliseconds since some moment, whatever becomes of the clock: for how long something takes or is to last. */
  elapsed: () => number
  /** Waits for some milliseconds. */
  sleep: (milliseconds: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.floor(performance.now()),
  sleep: (milliseconds) => Bun.sleep(milliseconds),
}

/** Milliseconds: long enough to cover the work for an existing account, short enough for people not to notice. */
const MILLISECONDS = 100

/** Waits for work, but at least for some time, so that the duration does not reveal what was found. */
export async function inEvenTime(clock: Clock, work: Promise<void>): Promise<void> {
  await Promise.all([work, clock.sleep(MILLISECONDS)])
}
