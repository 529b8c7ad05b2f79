/** How somebody stands after a day. */
export interface Form {
  /** Load of the day. */
  readonly load: number
  /** Chronic training load: the load of a day as weighted over about six weeks. */
  readonly fitness: number
  /** Acute training load: the same over about one week. */
  readonly fatigue: number
  /** Training stress balance: fitness less fatigue on the morning of the day. */
  readonly form: number
}

/** Days of the exponentially weighted means, as H. Allen and A. Coggan have them in the performance manager. */
const FITNESS_DAYS = 42
const FATIGUE_DAYS = 7

/**
 * Days before which a load does not count any more: of what fitness was then, two hundred-millionths are left. So no
 * answer has to go further back.
 */
export const REMEMBERED_DAYS = 750

/** How somebody stands after each day, who had done nothing before the first. */
export function formByDay(loads: Float64Array): Form[] {
  let [fitness, fatigue] = [0, 0]
  return Array.from(loads, (load) => {
    const form = fitness - fatigue
    fitness += (load - fitness) / FITNESS_DAYS
    fatigue += (load - fatigue) / FATIGUE_DAYS
    return { load, fitness, fatigue, form }
  })
}
