/** Something that happens at a time. */
interface Happening {
  at: number
  run: () => Promise<void>
}

/** What is going to happen; whatever happens may plan more, later. */
export interface Agenda {
  plan: (at: number | Date, run: () => Promise<void>) => void
  /** Lets everything happen in the order of time; `moved` hears what time it is. */
  run: (moved: (now: number) => void) => Promise<void>
}

/** An empty agenda. What is planned after its end never happens. */
export function makeAgenda(end: number): Agenda {
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
