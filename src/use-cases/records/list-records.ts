import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { listRecordsOfUsers } from '@/db/queries/records'
import { shownRecords } from '@/policy/records'
import { loadSportDisplays } from '@/views/sport-display'

/** The caller's records, without the types hidden by the choice of pace or speed. */
export async function listRecords(ctx: AppContext, caller: Caller) {
  const displays = await loadSportDisplays(ctx, caller)
  const records = await listRecordsOfUsers(ctx.db, [caller.userId])
  return shownRecords(records, displays)
}
