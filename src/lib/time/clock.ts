/** Milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Provides the current time and pauses, so that tests can replace both. */
export interface Clock {
  /** Milliseconds since the Unix epoch. It jumps when the machine's clock is set by a person or a time server. */
  now: () => number
  /** Whole milliseconds of a monotonic clock, for measuring durations and timeouts. */
  elapsed: () => number
  /** Waits for some milliseconds. */
  sleep: (milliseconds: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Math.floor(performance.now()),
  sleep: (milliseconds) => Bun.sleep(milliseconds),
}

/** Milliseconds. They cover the work for an existing account, and are too few for people to notice. */
const MILLISECONDS = 100

/**
 * Waits for `work`, and for a minimum duration, so that the response time does not reveal whether an account exists.
 */
export async function withMinimumDuration(clock: Clock, work: Promise<void>): Promise<void> {
  await Promise.all([work, clock.sleep(MILLISECONDS)])
}
