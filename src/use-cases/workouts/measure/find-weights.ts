import type { EffortKind } from '@/domain/analysis/efforts'
import { formatLocalDay } from '@/lib/time/local-date'
import type { AppContext } from '@/services/context'
import { findWeightsOn } from '@/store/db/queries/accounts/weights'

/** The user whose weights are loaded. The time zone determines days. */
interface Owner {
  userId: number
  timezone: string
}

type Deps = Pick<AppContext, 'db'>

/** Adds the user's weight on the day of each power effort, if recorded. */
export async function addWeights<Made extends { kind: EffortKind; workout_date: number }>(
  { db }: Deps,
  { userId, timezone }: Owner,
  efforts: readonly Made[],
): Promise<(Made & { kilograms?: number | undefined })[]> {
  const dayOf = ({ workout_date }: Made) => formatLocalDay(workout_date, timezone)
  const days = efforts.filter(({ kind }) => kind === 'power').map(dayOf)
  if (days.length === 0) return [...efforts]
  const weights = await findWeightsOn(db, userId, days)
  return efforts.map((effort) =>
    effort.kind === 'power' ? { ...effort, kilograms: weights.get(dayOf(effort)) } : effort,
  )
}
