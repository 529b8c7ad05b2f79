import type { RecordProgress } from '@/web/api/workouts/record-progress'

/** Number of values of a line. */
const SAMPLES = 48

/** Records of which smaller values are better. */
const PACES: readonly RecordProgress['record_type'][] = ['AP', 'BP']

/**
 * The record at equal intervals from the first one until now (milliseconds since the Unix epoch), for a sparkline on
 * which higher is better.
 */
export function sampleProgress(
  { record_type: type, records }: Pick<RecordProgress, 'record_type' | 'records'>,
  now: number,
): number[] {
  const steps = records.map(({ workout_date, value }) => ({
    at: Date.parse(workout_date),
    value: PACES.includes(type) ? -value : value,
  }))
  const [first] = steps
  if (!first) return []
  const length = Math.max(now, steps.at(-1)?.at ?? now) - first.at
  return Array.from({ length: SAMPLES }, (_, index) => {
    const at = first.at + (index / (SAMPLES - 1)) * length
    return steps.findLast((step) => step.at <= at)?.value ?? first.value
  })
}
