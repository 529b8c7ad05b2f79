import { RECORD_RULES, toStoredRecord } from '@/domain/records/record-types'
import type { Caller, Visitor } from '@/policy/caller'
import { listRecordHolders, type RecordHolder } from '@/store/db/queries/records/record-holders'
import {
  listRecordsOfUsers,
  RECORD_COLUMNS,
  type RecordRow,
} from '@/store/db/queries/records/records'
import { loadRelationships, type Relationships } from '@/store/db/queries/social/relationships'
import { loadListedWorkouts } from '@/store/db/queries/workouts/workouts'
import { loadHidingRules } from './hiding-rules'
import { loadPublicVersions, type PublicDeps, publicRecords } from './public-version'

/**
 * Loads records by user. For the visitor, all of them; for other users, the best of the workouts that the visitor may
 * see. Blocked and anonymous visitors see none. The number of queries does not depend on the number of users or
 * workouts.
 */
export async function loadRecordsOfUsers(
  ctx: PublicDeps,
  visitor: Visitor,
  ids: readonly number[],
): Promise<Map<number, RecordRow[]>> {
  if (!visitor) return new Map()
  const [own = [], others = []] = [true, false].map((isOwn) =>
    ids.filter((id) => (id === visitor.userId) === isOwn),
  )
  const records = await listRecordsOfUsers(ctx.db, own)
  // Loads the same users as the callers of this function do, so that the cached query is used.
  const relationships =
    others.length > 0 ? await loadRelationships(ctx.db, visitor.userId, ids) : NO_RELATIONSHIPS
  const seen = await loadRecordsOfOthers(ctx, { visitor, relationships }, others)
  return Map.groupBy([...records, ...seen], ({ user_id }) => user_id)
}

const NO_RELATIONSHIPS: Relationships = { followed: new Set(), blockedBy: new Set() }

async function loadRecordsOfOthers(
  ctx: PublicDeps,
  { visitor, relationships }: { visitor: Caller; relationships: Relationships },
  ids: readonly number[],
): Promise<RecordRow[]> {
  const userIds = ids.filter((id) => !relationships.blockedBy.has(id))
  if (userIds.length === 0) return []
  const followedIds = visitor.suspended
    ? []
    : userIds.filter((id) => relationships.followed.has(id))
  const holders = await listRecordHolders(ctx.db, { userIds, followedIds })
  const best = new Map<number, RecordHolder>()
  for (const holder of holders) {
    const rival = best.get(holder.id)
    if (!rival || beats(holder, rival)) best.set(holder.id, holder)
  }
  return hideInRecords(ctx, { visitor, userIds: ids }, [...best.values()].map(recordOf))
}

/** Replaces the values of workouts of which their owners hide parts. */
async function hideInRecords(
  ctx: PublicDeps,
  { visitor, userIds }: { visitor: Caller; userIds: readonly number[] },
  records: RecordRow[],
): Promise<RecordRow[]> {
  const rules = await loadHidingRules(ctx, visitor, userIds)
  if (rules.size === 0) return records
  const hidden = records.filter(({ user_id }) => rules.has(user_id))
  const workouts = await loadListedWorkouts(ctx.db, [
    ...new Set(hidden.map(({ workout_id }) => workout_id)),
  ])
  return publicRecords(records, await loadPublicVersions(ctx, [...workouts.values()], rules))
}

const recordOf = (holder: RecordHolder): RecordRow => ({
  ...holder,
  value: toStoredRecord(holder.record_type, metricOf(holder)),
})

const metricOf = (holder: RecordHolder): number =>
  holder[RECORD_COLUMNS[RECORD_RULES[holder.record_type].metric]] ?? 0

/** Whether a value is better, or the workout is earlier when the values are equal. */
function beats(one: RecordHolder, other: RecordHolder): boolean {
  const sign = RECORD_RULES[one.record_type].best === 'largest' ? -1 : 1
  const ahead =
    sign * (metricOf(one) - metricOf(other)) ||
    one.workout_date - other.workout_date ||
    one.workout_id - other.workout_id
  return ahead < 0
}
