import type { Caller } from '@/policy/caller'
import { filterShownRecords } from '@/policy/records'
import type { AppContext } from '@/services/context'
import { listRecordProgress, listRecordsOfUsers } from '@/store/db/queries/records/records'
import { loadSportDisplays } from '@/use-cases/views/sport-display'

/** Returns the caller's records, without the types hidden by the choice of pace or speed. */
export async function listRecords(ctx: AppContext, caller: Caller) {
  const displays = await loadSportDisplays(ctx, caller)
  const records = await listRecordsOfUsers(ctx.db, [caller.userId])
  return filterShownRecords(records, displays)
}

/** Returns how the caller's records improved, for those that `listRecords` returns. */
export async function readRecordProgress(ctx: AppContext, caller: Caller) {
  const displays = await loadSportDisplays(ctx, caller)
  return filterShownRecords(await listRecordProgress(ctx.db, caller.userId), displays)
}
