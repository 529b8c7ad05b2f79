import type { Caller, Visitor } from '@/caller'
import type { AppContext } from '@/context'
import { listRecordsOfUsers, RECORD_COLUMNS, type RecordRow } from '@/db/queries/records'
import { listShownHolders, type ShownHolder } from '@/db/queries/shown-records'
import { loadTies, type Ties } from '@/db/queries/user-ties'
import { RECORD_RULES, toStoredRecord } from '@/records/record-types'

/**
 * Records by user: the visitor's own, and of others the best of the workouts that the visitor may see. Those who are
 * blocked, or not logged in, see none. The number of queries does not depend on how many users or workouts there are.
 */
export async function loadRecordsOfUsers(
  ctx: Pick<AppContext, 'db'>,
  visitor: Visitor,
  ids: readonly number[],
): Promise<Map<number, RecordRow[]>> {
  if (!visitor) return new Map()
  const [own = [], others = []] = [true, false].map((isOwn) =>
    ids.filter((id) => (id === visitor.userId) === isOwn),
  )
  const records = await listRecordsOfUsers(ctx.db, own)
  // NOTE asked for the same users as elsewhere, the ties are remembered.
  const ties = others.length > 0 ? await loadTies(ctx.db, visitor.userId, ids) : NO_TIES
  const seen = await loadRecordsOfOthers(ctx, { visitor, ties }, others)
  return Map.groupBy([...records, ...seen], ({ user_id }) => user_id)
}

const NO_TIES: Ties = { followed: new Set(), blockedBy: new Set() }

async function loadRecordsOfOthers(
  ctx: Pick<AppContext, 'db'>,
  { visitor, ties }: { visitor: Caller; ties: Ties },
  ids: readonly number[],
): Promise<RecordRow[]> {
  const userIds = ids.filter((id) => !ties.blockedBy.has(id))
  if (userIds.length === 0) return []
  const followedIds = visitor.suspended ? [] : userIds.filter((id) => ties.followed.has(id))
  const holders = await listShownHolders(ctx.db, { userIds, followedIds })
  const best = new Map<number, ShownHolder>()
  for (const holder of holders) {
    const rival = best.get(holder.id)
    if (!rival || beats(holder, rival)) best.set(holder.id, holder)
  }
  return [...best.values()].map(recordOf)
}

const recordOf = (holder: ShownHolder): RecordRow => ({
  ...holder,
  value: toStoredRecord(holder.record_type, metricOf(holder)),
})

const metricOf = (holder: ShownHolder): number =>
  holder[RECORD_COLUMNS[RECORD_RULES[holder.record_type].metric]] ?? 0

/** The better value, the earlier of equals. */
function beats(one: ShownHolder, other: ShownHolder): boolean {
  const sign = RECORD_RULES[one.record_type].best === 'largest' ? -1 : 1
  const ahead =
    sign * (metricOf(one) - metricOf(other)) ||
    one.workout_date - other.workout_date ||
    one.workout_id - other.workout_id
  return ahead < 0
}
