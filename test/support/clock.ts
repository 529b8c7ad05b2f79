import type { Clock } from '@/lib/clock'

/** A clock that stands still until it is moved; who sleeps by it wakes at once. */
export interface TestClock extends Clock {
  /** Moves on by milliseconds. */
  advance: (milliseconds: number) => void
  set: (instant: string) => void
  /** Milliseconds that were slept by it altogether. */
  slept: () => number
}

const START = Date.parse('2026-03-14T12:00:00Z')

export function testClock(): TestClock {
  let now = START
  let slept = 0
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      slept += milliseconds
    },
    slept: () => slept,
    advance: (milliseconds) => {
      now += milliseconds
    },
    set: (instant) => {
      now = Date.parse(instant)
    },
  }
}
