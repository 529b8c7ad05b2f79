import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import {
  deleteSportName,
  listSportNames,
  NO_NAME,
  type SportNameRow,
  saveSportName,
} from '@/db/queries/sport-names'
import { findSport } from '@/db/queries/sports'
import { type InTransaction, transact } from '@/db/transact'
import { badRequest, invalidPayload, unknownSport } from '@/errors'
import { sportIdNamed, sportKey } from '@/reference/sport-named'

/** Names that one user may give a meaning, and characters of each. */
export const MOST_NAMES = 500
const LONGEST_NAME = 100
/** Names in one request: all may be forgotten, and as many others given. More would hold up everybody. */
const MOST_CHANGES = 2 * MOST_NAMES

/** What a user means by the names of sports in recordings and exports. */
export interface SportNamesView {
  names: { name: string; sportId: number; usualSportId: number | undefined }[]
  /** The sport of recordings that name none which is known. */
  defaultSportId: number | undefined
}

/** Changes to it; null forgets. */
export interface SportNameChanges {
  sport_names?: Record<string, number | null>
  default_sport_id?: number | null
}

/** What the caller means by the names of sports. */
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
        usualSportId: sportIdNamed(name),
      })),
    defaultSportId: rows.find(({ key }) => key === NO_NAME)?.sport_id,
  }
}

/**
 * Changes what the caller means by names of sports, however they are spelled; other names keep their meaning.
 *
 * @throws 404 for an unknown sport; 400 for a name without a character, with too many, or when there are too many.
 */
export async function editSportNames(ctx: AppContext, caller: Caller, changes: SportNameChanges) {
  const named = Object.entries(changes.sport_names ?? {})
  if (named.length > MOST_CHANGES) throw tooMany()
  return transact(ctx, async (tx) => {
    const { userId } = caller
    for (const [name, sportId] of named) {
      const key = sportKey(name)
      if (key === NO_NAME || name.length > LONGEST_NAME) throw invalidPayload()
      await change(tx, { user_id: userId, key, name: name.trim() }, sportId)
    }
    if (changes.default_sport_id !== undefined)
      await change(tx, { user_id: userId, key: NO_NAME, name: '' }, changes.default_sport_id)
    const rows = await listSportNames(tx.db, userId)
    if (rows.length > MOST_NAMES) throw tooMany()
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
