import type { Clock } from '@/lib/time/clock'

/** A clock that stands still until it is moved. Sleeping by it takes no time. */
export interface TestClock extends Clock {
  /** Advances the clock by milliseconds. */
  advance: (milliseconds: number) => void
  /** Advances the clock to an instant. */
  set: (instant: string) => void
  /** Changes the clock as an administrator might: no time elapses. */
  jump: (milliseconds: number) => void
  /** Total milliseconds slept. */
  slept: () => number
}

const START = Date.parse('2026-03-14T12:00:00Z')

export function testClock(): TestClock {
  let now = START
  let elapsed = 0
  let slept = 0
  return {
    now: () => now,
    elapsed: () => elapsed,
    sleep: async (milliseconds) => {
      slept += milliseconds
    },
    slept: () => slept,
    advance: (milliseconds) => {
      now += milliseconds
      elapsed += milliseconds
    },
    set: (instant) => {
      elapsed += Math.max(0, Date.parse(instant) - now)
      now = Date.parse(instant)
    },
    jump: (milliseconds) => {
      now += milliseconds
    },
  }
}
