import type { EffortKind } from '@/analysis/efforts'
import type { AppContext } from '@/context'
import { findWeightsOn } from '@/db/queries/weights'
import { localDay } from '@/lib/local-date'

/** Whose weight is asked for; their days are those of their time zone. */
interface Owner {
  userId: number
  timezone: string
}

type Deps = Pick<AppContext, 'db'>

/** Somebody's efforts; those of power with what they weighed when they made them, if they told. */
export async function addWeights<Made extends { kind: EffortKind; workout_date: number }>(
  { db }: Deps,
  { userId, timezone }: Owner,
  efforts: readonly Made[],
): Promise<(Made & { kilograms?: number | undefined })[]> {
  const dayOf = ({ workout_date }: Made) => localDay(workout_date, timezone)
  const days = efforts.filter(({ kind }) => kind === 'power').map(dayOf)
  if (days.length === 0) return [...efforts]
  const weights = await findWeightsOn(db, userId, days)
  return efforts.map((effort) =>
    effort.kind === 'power' ? { ...effort, kilograms: weights.get(dayOf(effort)) } : effort,
  )
}
