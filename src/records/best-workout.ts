import { RECORD_RULES, type RecordMetrics, type RecordType } from './record-types'

/** A workout that may hold a record. */
export interface Candidate extends RecordMetrics {
  /** When it took place, in any unit. */
  readonly date: number
}

/**
 * The workout that holds the record: the best value, and the earliest of those that share it.
 * Unknown values and zeros hold no record; undefined when nothing else is left.
 */
export function bestWorkout<Workout extends Candidate>(
  type: RecordType,
  workouts: Iterable<Workout>,
): Workout | undefined {
  const { metric, best } = RECORD_RULES[type]
  let leader: Workout | undefined
  for (const workout of workouts) {
    const value = workout[metric]
    if (!value) continue
    if (leader === undefined || isAhead(workout, leader)) leader = workout
  }
  return leader

  function isAhead(workout: Workout, other: Workout): boolean {
    const lead = (workout[metric] ?? 0) - (other[metric] ?? 0)
    if (lead === 0) return workout.date < other.date
    return best === 'largest' ? lead > 0 : lead < 0
  }
}
