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
