import { EXPORT_FILES } from '@/domain/reference/export-files'
import { sportKey } from '@/domain/reference/sport-named'
import { clientMessageOf } from '@/lib/errors'
import type { Json } from '@/lib/text/json-fields'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listSportNames, NO_NAME } from '@/store/db/queries/catalogue/sport-names'
import { listSportPreferences } from '@/store/db/queries/catalogue/sports'
import { findExportedSport } from '@/use-cases/views/exported-sport'
import { editSportNames } from './edit-sport-names'
import { editSportPreference } from './edit-sport-preference'

/** What a user has chosen for sports on another server, not validated yet. */
export interface ImportedSportSettings {
  preferences: readonly Json[]
  names: readonly Json[]
}

/** An item that is invalid, with the reason. */
export interface RejectedSetting {
  file: string
  item: string
  reason: string
}

/** Maximum number of items that are read, and of characters of a name in the report. */
const [MAX_ITEMS, MAX_LENGTH] = [500, 100]

/**
 * Imports the caller's preferences for sports and the sports of names, except for sports and names that have some
 * already, so this can be repeated. Returns what is rejected.
 */
export async function importSportSettings(
  ctx: AppContext,
  caller: Caller,
  { preferences, names }: ImportedSportSettings,
): Promise<RejectedSetting[]> {
  return [
    ...(await importPreferences(ctx, caller, preferences)),
    ...(await importNames(ctx, caller, names)),
  ]
}

async function importPreferences(
  ctx: AppContext,
  caller: Caller,
  preferences: readonly Json[],
): Promise<RejectedSetting[]> {
  const rows = await listSportPreferences(ctx.db, caller.userId)
  const known = new Set(rows.map(({ sport_id }) => sport_id))
  const rejected: RejectedSetting[] = []
  for (const preference of preferences.slice(0, MAX_ITEMS)) {
    const sportId = await findExportedSport(ctx.db, preference)
    if (sportId === undefined || known.has(sportId)) continue
    known.add(sportId)
    const { color, stopped_speed_threshold, pace_speed_display } = preference
    const input = {
      ...{ sport_id: sportId, color, stopped_speed_threshold, pace_speed_display },
      is_active: preference.is_active !== false,
    }
    const reason = await findRejection(() => editSportPreference(ctx, caller, input))
    const [file, item] = [EXPORT_FILES.profile, `sport ${sportId}`]
    if (reason !== undefined) rejected.push({ file, item, reason })
  }
  return rejected
}

async function importNames(
  ctx: AppContext,
  caller: Caller,
  names: readonly Json[],
): Promise<RejectedSetting[]> {
  const known = new Set((await listSportNames(ctx.db, caller.userId)).map(({ key }) => key))
  const rejected: RejectedSetting[] = []
  for (const one of names.slice(0, MAX_ITEMS)) {
    const [name, sportId] = [String(one.name ?? ''), await findExportedSport(ctx.db, one)]
    const key = name === '' ? NO_NAME : sportKey(name)
    if (sportId === undefined || known.has(key)) continue
    known.add(key)
    const changes =
      name === '' ? { default_sport_id: sportId } : { sport_names: { [name]: sportId } }
    const reason = await findRejection(() => editSportNames(ctx, caller, changes))
    const item = name.slice(0, MAX_LENGTH)
    if (reason !== undefined) rejected.push({ file: EXPORT_FILES.sportNames, item, reason })
  }
  return rejected
}

/** Returns why a change is rejected; undefined if it succeeds. */
async function findRejection(change: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await change()
    return undefined
  } catch (error) {
    const message = clientMessageOf(error)
    if (message === undefined) throw error
    return message
  }
}
