import type { Clock } from '@/lib/clock'

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  /** Moves on by milliseconds. */
  advance: (milliseconds: number) => void
  set: (instant: string) => void
}

const START = Date.parse('2026-03-14T12:00:00Z')

export function testClock(): TestClock {
  let now = START
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds
    },
    set: (instant) => {
      now = Date.parse(instant)
    },
  }
}
