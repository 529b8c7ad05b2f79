import { baseSportId, isCustomSport } from '@/domain/reference/base-sport'
import { type Json, numberIn } from '@/lib/text/json-fields'
import type { Db } from '@/store/db/connections/open'
import { listAllSports, type SportRow } from '@/store/db/queries/catalogue/sports'

/** Finds the sport of this server that an item of an export is about; undefined if there is none. */
export const findExportedSport = async (db: Db, item: Json): Promise<number | undefined> =>
  chooseExportedSport(await listAllSports(db), item)

/**
 * Chooses the sport that an item of an export is about. Ids of custom sports mean something else on another server, so
 * labels come first. Without a label, and for custom sports that are unknown here, it is the sport of the catalogue.
 */
export function chooseExportedSport(
  sports: readonly Pick<SportRow, 'id' | 'label'>[],
  { sport_id, sport_label }: { sport_id?: unknown; sport_label?: unknown },
): number | undefined {
  const id = numberIn(sport_id)
  if (id === undefined) return undefined
  const named = sports.find(({ label }) => label === sport_label)
  if (named) return named.id
  const base = isCustomSport(id) ? baseSportId(id) : id
  return sports.find((sport) => sport.id === base)?.id
}
