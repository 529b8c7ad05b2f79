import { badRequest, invalidPayload, unknownSport } from '@/lib/errors'
import { readInteger } from '@/lib/text/decimal'
import type { Caller } from '@/policy/caller'
import { sportFacts } from '@/policy/sport-display'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import {
  insertDefaultLinks,
  retainDefaultItems,
} from '@/store/db/queries/catalogue/default-equipments'
import { loadDefaultEquipments } from '@/store/db/queries/catalogue/equipments'
import {
  deleteSportPreference,
  findSport,
  type SportPreferenceChanges,
  type SportRow,
  saveSportPreference,
} from '@/store/db/queries/catalogue/sports'
import { type PaceSpeedDisplay, toSqlBool } from '@/store/db/schema/columns'
import { requireEquipments } from '@/use-cases/views/equipment'

/** Preferences of a user for a sport. Some fields have type unknown because they have specific error messages. */
export interface SportPreferenceInput {
  sport_id?: unknown
  /** `#RGB` or `#RRGGBB`. */
  color?: unknown
  is_active?: boolean | null
  /** km/h, greater than 0. */
  stopped_speed_threshold?: unknown
  /** `pace`, `speed` or `pace_and_speed`. */
  pace_speed_display?: unknown
  /** Short ids; an empty list removes all default equipment. */
  default_equipment_ids?: unknown
}

const isPaceSpeedDisplay = (value: unknown): value is PaceSpeedDisplay =>
  value === 'pace' || value === 'speed' || value === 'pace_and_speed'

export const invalidColor = () => badRequest('invalid hexadecimal color')

const COLOR = /^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$/

async function requireSport(ctx: Pick<AppContext, 'db'>, named: unknown): Promise<SportRow> {
  const id = readInteger(named)
  const sport = id === undefined ? undefined : await findSport(ctx.db, id)
  if (!sport) throw unknownSport()
  return sport
}

/**
 * Saves the caller's preferences for a sport. The first change creates the row, with the defaults of the sport.
 *
 * @throws 404 when the sport is unknown, 400 with the first problem in the order of the contract.
 */
export async function editSportPreference(
  ctx: AppContext,
  caller: Caller,
  input: SportPreferenceInput,
) {
  if (input.sport_id === undefined) throw invalidPayload('sport_id')
  const sport = await requireSport(ctx, input.sport_id)
  const changes = {
    ...thresholdChange(input.stopped_speed_threshold),
    ...colorChange(input.color),
    ...displayChange(sport, input.pace_speed_display),
    ...(typeof input.is_active === 'boolean' && { is_active: toSqlBool(input.is_active) }),
  }
  return transact(ctx, async (tx) => {
    const key = { userId: caller.userId, sport }
    const preference = await saveSportPreference(tx.db, key, changes)
    if (input.default_equipment_ids !== undefined)
      await changeDefaults(tx, key, input.default_equipment_ids)
    const defaults = await loadDefaultEquipments(tx.db, caller.userId)
    return { preference, defaultEquipments: defaults.get(sport.id) ?? [] }
  })
}

/** Resets the caller's preferences to the defaults of the sport. @throws 404 when the sport is unknown. */
export async function resetSportPreference(ctx: AppContext, caller: Caller, sportId: number) {
  await requireSport(ctx, sportId)
  await transact(ctx, ({ db }) => deleteSportPreference(db, caller.userId, sportId))
}

async function changeDefaults(
  tx: InTransaction<Pick<AppContext, 'db'>>,
  { userId, sport }: { userId: number; sport: SportRow },
  ids: unknown,
): Promise<void> {
  const current = (await loadDefaultEquipments(tx.db, userId)).get(sport.id) ?? []
  const attached = new Set(current.map(({ id }) => id))
  const items = await requireEquipments(tx, ids, { userId, sport, attached })
  const chosen = items.map(({ id }) => id)
  await retainDefaultItems(tx.db, { userId, sportId: sport.id }, chosen)
  await insertDefaultLinks(
    tx.db,
    userId,
    chosen.map((equipment_id) => ({ sport_id: sport.id, equipment_id })),
  )
}

function thresholdChange(value: unknown): SportPreferenceChanges {
  if (value === undefined) return {}
  if (typeof value !== 'number' || !(value > 0 && Number.isFinite(value)))
    throw badRequest("'stopped_speed_threshold' must be an integer greater then 0")
  return { stopped_speed_threshold: value }
}

/** Ignores an empty colour; only a reset removes the colour. */
function colorChange(value: unknown): SportPreferenceChanges {
  if (!value) return {}
  if (typeof value !== 'string' || !COLOR.test(value)) throw invalidColor()
  return { color: value }
}

function displayChange(sport: SportRow, value: unknown): SportPreferenceChanges {
  if (!value) return {}
  if (!isPaceSpeedDisplay(value)) throw invalidPayload()
  if (value !== 'speed' && !sportFacts(sport.id).pace)
    throw badRequest(
      `invalid pace_speed_display for sport '${sport.label}', only speed can be displayed.`,
    )
  return { pace_speed_display: value }
}
