import type { Clock } from '@/lib/clock'

/** A clock that stands still until it is moved; who sleeps by it wakes at once. */
export interface TestClock extends Clock {
  /** Moves on by milliseconds. */
  advance: (milliseconds: number) => void
  /** Moves on to an instant. */
  set: (instant: string) => void
  /** Sets the clock as somebody does who finds it wrong: no time has passed. */
  jump: (milliseconds: number) => void
  /** Milliseconds that were slept by it altogether. */
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
