import { badRequest, badRequestAs } from '@/lib/errors'
import { equipmentSuits, MAX_MISC, MISC, TOO_MANY_MISC } from '@/policy/equipment'
import type { AppContext } from '@/services/context'
import { type EquipmentView, loadOwnEquipments } from '@/store/db/queries/catalogue/equipments'
import type { SportRow } from '@/store/db/queries/catalogue/sports'

/** The user and sport that equipment is selected for. Items in `attached` are accepted even if inactive. */
export interface EquipmentChoice {
  userId: number
  sport: SportRow
  attached: ReadonlySet<number>
  /** Whether to skip items that do not suit the sport, instead of rejecting them. */
  skipsUnsuitable?: boolean
}

/**
 * Loads equipment by short ids and checks that it can be used for a workout or a sport preference.
 *
 * @throws 400 with the first problem, in the order of the contract.
 */
export async function requireEquipments(
  ctx: Pick<AppContext, 'db'>,
  ids: unknown,
  choice: EquipmentChoice,
): Promise<EquipmentView[]> {
  const wanted = requireTexts(ids || [])
  const owned = await loadOwnEquipments(ctx.db, choice.userId, wanted)
  const usable = wanted.map((id) => requireUsable(id, owned.get(id), choice))
  const items = choice.skipsUnsuitable
    ? usable.filter((item) => equipmentSuits(item.equipment_type_id, choice.sport.id))
    : usable
  if (items.filter(({ type_label }) => type_label === MISC).length > MAX_MISC)
    throw badRequest(TOO_MANY_MISC)
  for (const item of items) requireSuitable(item, choice.sport)
  requireOnePerType(items)
  return items
}

function requireTexts(ids: unknown): string[] {
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string'))
    throw badRequest('equipment_ids must be an array of strings')
  return [...new Set(ids)]
}

function requireUsable(
  id: string,
  item: EquipmentView | undefined,
  { attached }: EquipmentChoice,
): EquipmentView {
  if (!item) throw equipmentError('not_found', id, `equipment with id ${id} does not exist`)
  if (item.is_active === 0 && !attached.has(item.id))
    throw equipmentError('inactive', id, `equipment with id ${id} is inactive`)
  return item
}

function requireSuitable(item: EquipmentView, sport: SportRow): void {
  if (!equipmentSuits(item.equipment_type_id, sport.id))
    throw equipmentError(
      'invalid',
      item.short_id,
      `invalid equipment id ${item.short_id} for sport ${sport.label}`,
    )
}

function requireOnePerType(items: EquipmentView[]): void {
  const types = items.filter(({ type_label }) => type_label !== MISC)
  if (new Set(types.map(({ equipment_type_id }) => equipment_type_id)).size < types.length)
    throw badRequest('only one piece of equipment per type can be provided')
}

const equipmentError = (status: string, equipmentId: string, message: string) =>
  badRequestAs(status, message, { equipment_id: equipmentId })
