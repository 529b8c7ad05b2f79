import type { AppContext } from '@/context'
import { type EquipmentView, loadOwnEquipments } from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import { badRequest, badRequestAs } from '@/errors'
import { equipmentSuits, MISC, MOST_MISC, TOO_MANY_MISC } from '@/policy/equipment'

/** Whom and what equipment is chosen for; items in `attached` may stay even if inactive. */
export interface EquipmentChoice {
  userId: number
  sport: SportRow
  attached: ReadonlySet<number>
}

/**
 * The items behind a list of short identifiers, checked for a workout or a sport preference.
 *
 * @throws 400 with the first problem, in the order of the contract.
 */
export async function requireEquipments(
  ctx: Pick<AppContext, 'db'>,
  ids: unknown,
  choice: EquipmentChoice,
): Promise<EquipmentView[]> {
  const wanted = requireTexts(ids || [])
  const own = await loadOwnEquipments(ctx.db, choice.userId, wanted)
  const items = wanted.map((id) => requireUsable(id, own.get(id), choice))
  if (items.filter(({ type_label }) => type_label === MISC).length > MOST_MISC)
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
  if (!item) throw refusal('not_found', id, `equipment with id ${id} does not exist`)
  if (item.is_active === 0 && !attached.has(item.id))
    throw refusal('inactive', id, `equipment with id ${id} is inactive`)
  return item
}

function requireSuitable(item: EquipmentView, sport: SportRow): void {
  if (!equipmentSuits(item.equipment_type_id, sport.id))
    throw refusal(
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

const refusal = (status: string, equipmentId: string, message: string) =>
  badRequestAs(status, message, { equipment_id: equipmentId })
