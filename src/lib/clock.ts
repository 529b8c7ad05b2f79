/** Where "now" comes from, and what waits, so that tests can stand in for both. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now: () => number
  /** Waits for some milliseconds. */
  sleep: (milliseconds: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => Bun.sleep(milliseconds),
}

/** Long enough to cover what is done for an account that exists, short enough for people not to notice. */
const MILLISECONDS = 100

/** Waits for work, and some time in any case: how long it took then does not tell what was found. */
export async function inEvenTime(clock: Clock, work: Promise<void>): Promise<void> {
  await Promise.all([work, clock.sleep(MILLISECONDS)])
}
