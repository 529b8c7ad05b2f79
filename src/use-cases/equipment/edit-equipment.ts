import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import type { EquipmentTypeRow } from '@/db/queries/equipment-types'
import {
  detachFromWorkouts,
  type EquipmentView,
  recomputeTotals,
  updateEquipment,
} from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import { transact } from '@/db/transact'
import { badRequest, withFailureText } from '@/errors'
import { equipmentSuits } from '@/policy/equipment'
import { assignDefaultSports, requireDefaultSports } from './assign-default-sports'
import {
  EQUIPMENT_KEYS,
  type EquipmentInput,
  plainColumns,
  requireActiveType,
  requireLabel,
  requireType,
  typeIdIn,
} from './equipment-fields'
import { getEquipment, getEquipmentById } from './read-equipment'

type Reader = Pick<AppContext, 'db'>

/** The contract's text for a change that failed on the server's side. */
const UPDATE_FAILED = 'Error during equipment update'

/**
 * Changes the fields in the payload of one of the caller's items. A new type detaches the item from all workouts and
 * default sports; default sports in the payload are set afterwards.
 *
 * @throws 400 and 404 with the first problem, in the order of the contract.
 */
export async function editEquipment(
  ctx: AppContext,
  caller: Caller,
  { shortId, input }: { shortId: string; input: EquipmentInput },
): Promise<EquipmentView> {
  requireChanges(input)
  return withFailureText(UPDATE_FAILED, () =>
    transact(ctx, async (tx) => {
      const item = await getEquipment(tx, caller, shortId)
      const columns = { ...(await labelColumn(tx, item, input.label)), ...plainColumns(input) }
      const type = await typeAfter(tx, item, input)
      const isChanged = type.id !== item.equipment_type_id
      const sports = await defaultSportsAfter(tx, item, { type, ids: input.default_for_sport_ids })
      await updateEquipment(tx.db, item.id, { ...columns, equipment_type_id: type.id })
      const target = { id: item.id, userId: item.user_id, type }
      if (isChanged) {
        await detachFromWorkouts(tx.db, item.id)
        await assignDefaultSports(tx, target, [])
      }
      if (sports) await assignDefaultSports(tx, target, sports)
      return getEquipmentById(tx, item.id)
    }),
  )
}

function requireChanges(input: EquipmentInput): void {
  if (Object.keys(input).length === 0) throw badRequest('no request data was supplied')
  if (!EQUIPMENT_KEYS.some((key) => key in input)) throw badRequest('no valid parameters supplied')
}

async function labelColumn(ctx: Reader, item: EquipmentView, label: unknown) {
  if (label === undefined) return {}
  return { label: await requireLabel(ctx, label, { userId: item.user_id, exceptId: item.id }) }
}

async function typeAfter(
  ctx: Reader,
  item: EquipmentView,
  input: EquipmentInput,
): Promise<EquipmentTypeRow> {
  const named = typeIdIn(input)
  const type = await requireType(ctx, named === undefined ? item.equipment_type_id : named)
  if (type.id !== item.equipment_type_id) requireActiveType(type)
  return type
}

/** The sports to set, or undefined when the payload leaves them as they are. */
async function defaultSportsAfter(
  ctx: Reader,
  item: EquipmentView,
  { type, ids }: { type: EquipmentTypeRow; ids: unknown },
): Promise<SportRow[] | undefined> {
  if (ids === undefined || ids === null) return undefined
  const isChanged = type.id !== item.equipment_type_id
  // A form sends all its fields along with the new type: sports that the type does not suit are no mistake then.
  const repeats = isChanged && isSameSet(ids, item.default_for_sport_ids)
  const suitable = item.default_for_sport_ids.filter((id) => equipmentSuits(type.id, id))
  return requireDefaultSports(ctx, repeats ? suitable : ids, type)
}

const isSameSet = (ids: unknown, others: readonly number[]) =>
  Array.isArray(ids) &&
  ids.every((id) => others.includes(id)) &&
  others.every((id) => ids.includes(id))

/** Recomputes an item's totals from its workouts. @throws 404 with an empty list. */
export function refreshEquipment(ctx: AppContext, caller: Caller, shortId: string) {
  return withFailureText(UPDATE_FAILED, () =>
    transact(ctx, async (tx) => {
      const { id } = await getEquipment(tx, caller, shortId)
      await recomputeTotals(tx.db, id)
      return getEquipmentById(tx, id)
    }),
  )
}
