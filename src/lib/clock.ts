/** Where "now" comes from, so that tests can stand in for it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now: () => number
}

export const systemClock: Clock = { now: () => Date.now() }
