/** An action that is scheduled for a time (ms since 1970). */
interface Happening {
  at: number
  run: () => Promise<void>
}

/** A schedule of actions on the simulated clock. An action may schedule further ones. */
export interface Schedule {
  plan: (at: number | Date, run: () => Promise<void>) => void
  /** Runs all actions in order of time. Calls `moved` with the time of each action before it runs. */
  run: (moved: (now: number) => void) => Promise<void>
}

/** Creates an empty schedule. It ignores actions planned after `end`. */
export function createSchedule(end: number): Schedule {
  const happenings: Happening[] = []
  return {
    plan: (at, run) => {
      const time = Math.round(Number(at))
      if (time > end) return
      const later = happenings.findIndex((other) => other.at > time)
      happenings.splice(later === -1 ? happenings.length : later, 0, { at: time, run })
    },
    run: async (moved) => {
      for (let next = happenings.shift(); next; next = happenings.shift()) {
        moved(next.at)
        await next.run()
      }
    },
  }
}
