import { findSportId, sportKey } from '@/domain/reference/sport-named'
import { badRequest, invalidPayload, unknownSport } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  deleteSportName,
  listSportNames,
  NO_NAME,
  type SportNameRow,
  saveSportName,
} from '@/store/db/queries/catalogue/sport-names'
import { findSport } from '@/store/db/queries/catalogue/sports'

/** Maximum number of sport names per user, and of characters per name. */
export const MAX_NAMES = 500
const MAX_NAME_LENGTH = 100
/** Maximum number of names in one request: enough to delete all and add as many. More would block other requests. */
const MAX_CHANGES = 2 * MAX_NAMES

/** The sports that a user has assigned to names in recordings and exports. */
export interface SportNamesView {
  names: { name: string; sportId: number; usualSportId: number | undefined }[]
  /** The sport for recordings without a known sport name. */
  defaultSportId: number | undefined
}

/** Changes of sport names; null deletes one. */
export interface SportNameChanges {
  sport_names?: Record<string, number | null>
  default_sport_id?: number | null
}

/** Returns the caller's sport names. */
export async function readSportNames(
  ctx: Pick<AppContext, 'db'>,
  caller: Caller,
): Promise<SportNamesView> {
  const rows = await listSportNames(ctx.db, caller.userId)
  return {
    names: rows
      .filter(({ key }) => key !== NO_NAME)
      .map(({ name, sport_id }) => ({
        name,
        sportId: sport_id,
        usualSportId: findSportId(name),
      })),
    defaultSportId: rows.find(({ key }) => key === NO_NAME)?.sport_id,
  }
}

/**
 * Changes the given sport names, ignoring differences in spelling; other names do not change.
 *
 * @throws 404 when a sport is unknown; 400 when a name is blank or too long, or there are too many.
 */
export async function editSportNames(ctx: AppContext, caller: Caller, changes: SportNameChanges) {
  const named = Object.entries(changes.sport_names ?? {})
  if (named.length > MAX_CHANGES) throw tooMany()
  return transact(ctx, async (tx) => {
    const { userId } = caller
    for (const [name, sportId] of named) {
      const key = sportKey(name)
      if (key === NO_NAME || name.length > MAX_NAME_LENGTH) throw invalidPayload()
      await change(tx, { user_id: userId, key, name: name.trim() }, sportId)
    }
    if (changes.default_sport_id !== undefined)
      await change(tx, { user_id: userId, key: NO_NAME, name: '' }, changes.default_sport_id)
    const rows = await listSportNames(tx.db, userId)
    if (rows.length > MAX_NAMES) throw tooMany()
    return readSportNames(tx, caller)
  })
}

const tooMany = () => badRequest('too many sport names')

async function change(
  { db }: InTransaction<AppContext>,
  row: Omit<SportNameRow, 'sport_id'>,
  sportId: number | null,
): Promise<void> {
  if (sportId === null) {
    await deleteSportName(db, row.user_id, row.key)
    return
  }
  if (!(await findSport(db, sportId))) throw unknownSport()
  await saveSportName(db, { ...row, sport_id: sportId })
}
