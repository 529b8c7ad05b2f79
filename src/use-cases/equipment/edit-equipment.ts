import { badRequest, withErrorMessage } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { equipmentSuits } from '@/policy/equipment'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import type { EquipmentTypeRow } from '@/store/db/queries/catalogue/equipment-types'
import {
  detachFromWorkouts,
  type EquipmentView,
  recomputeTotals,
  updateEquipment,
} from '@/store/db/queries/catalogue/equipments'
import type { SportRow } from '@/store/db/queries/catalogue/sports'
import { assignDefaultSports, requireDefaultSports } from './assign-default-sports'
import {
  EQUIPMENT_KEYS,
  type EquipmentInput,
  readPlainColumns,
  readTypeId,
  requireActiveType,
  requireLabel,
  requireType,
} from './equipment-fields'
import { getEquipment, getEquipmentById } from './read-equipment'

type Deps = Pick<AppContext, 'db'>

/** The text that the contract requires for an update that failed on the server. */
const UPDATE_FAILED = 'Error during equipment update'

/**
 * Changes the given fields of one of the caller's items. A new type detaches the item from all workouts and default
 * sports; default sports in the payload are set afterwards.
 *
 * @throws 400 and 404 with the first problem, in the order of the contract.
 */
export async function editEquipment(
  ctx: AppContext,
  caller: Caller,
  { shortId, input }: { shortId: string; input: EquipmentInput },
): Promise<EquipmentView> {
  requireChanges(input)
  return withErrorMessage(UPDATE_FAILED, () =>
    transact(ctx, async (tx) => {
      const item = await getEquipment(tx, caller, shortId)
      const columns = { ...(await labelColumn(tx, item, input.label)), ...readPlainColumns(input) }
      const type = await requireNewType(tx, item, input)
      const isChanged = type.id !== item.equipment_type_id
      const sports = await requireNewDefaultSports(tx, item, {
        type,
        ids: input.default_for_sport_ids,
      })
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

async function labelColumn(ctx: Deps, item: EquipmentView, label: unknown) {
  if (label === undefined) return {}
  return { label: await requireLabel(ctx, label, { userId: item.user_id, exceptId: item.id }) }
}

async function requireNewType(
  ctx: Deps,
  item: EquipmentView,
  input: EquipmentInput,
): Promise<EquipmentTypeRow> {
  const named = readTypeId(input)
  const type = await requireType(ctx, named === undefined ? item.equipment_type_id : named)
  if (type.id !== item.equipment_type_id) requireActiveType(type)
  return type
}

/** Returns the default sports to set; undefined when the payload does not change them. */
async function requireNewDefaultSports(
  ctx: Deps,
  item: EquipmentView,
  { type, ids }: { type: EquipmentTypeRow; ids: unknown },
): Promise<SportRow[] | undefined> {
  if (ids === undefined || ids === null) return undefined
  const isChanged = type.id !== item.equipment_type_id
  // A form sends all its fields along with the new type, so unchanged sports that do not suit it are dropped instead of
  // rejected.
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
  return withErrorMessage(UPDATE_FAILED, () =>
    transact(ctx, async (tx) => {
      const { id } = await getEquipment(tx, caller, shortId)
      await recomputeTotals(tx.db, id)
      return getEquipmentById(tx, id)
    }),
  )
}
