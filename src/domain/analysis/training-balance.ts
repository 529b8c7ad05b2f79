/** Training balance of a user on one day. */
export interface TrainingBalance {
  /** Load of the day. */
  readonly load: number
  /** Chronic training load: the daily load averaged over about six weeks. */
  readonly fitness: number
  /** Acute training load: the daily load averaged over about one week. */
  readonly fatigue: number
  /** Training stress balance: fitness minus fatigue on the morning of the day. */
  readonly form: number
}

/**
 * Time constants of the exponentially weighted means in days, as in the performance manager by H. Allen and A. Coggan.
 */
const FITNESS_DAYS = 42
const FATIGUE_DAYS = 7

/**
 * Days after which a load no longer matters: only two hundred-millionths of its effect on fitness remain. Queries need
 * not go back further.
 */
export const RELEVANT_DAYS = 750

/** Computes the training balance for each day, starting from zero before the first day. */
export function balanceByDay(loads: Float64Array): TrainingBalance[] {
  let [fitness, fatigue] = [0, 0]
  return Array.from(loads, (load) => {
    const form = fitness - fatigue
    fitness += (load - fitness) / FITNESS_DAYS
    fatigue += (load - fatigue) / FATIGUE_DAYS
    return { load, fitness, fatigue, form }
  })
}
