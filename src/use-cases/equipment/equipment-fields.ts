import { badRequest, invalidPayload } from '@/lib/errors'
import { readInteger } from '@/lib/text/decimal'
import type { AppContext } from '@/services/context'
import {
  type EquipmentTypeRow,
  findEquipmentType,
} from '@/store/db/queries/catalogue/equipment-types'
import { findEquipmentLabelled } from '@/store/db/queries/catalogue/equipments'
import { toSqlBool, VISIBILITIES, type Visibility } from '@/store/db/schema/columns'

export const EQUIPMENT_KEYS = [
  'label',
  'description',
  'equipment_type_id',
  'equipment_type',
  'is_active',
  'default_for_sport_ids',
  'visibility',
] as const

/** Fields have type unknown because each has its own error message, and the contract defines their order. */
export type EquipmentInput = Partial<Record<(typeof EQUIPMENT_KEYS)[number], unknown>>

type Deps = Pick<AppContext, 'db'>

const MAX_LABEL_LENGTH = 50
const MAX_DESCRIPTION_LENGTH = 200

const countCharacters = (text: string) => [...text].length

/** A label to check. `exceptId` is the item that may already have it. */
export interface LabelOwner {
  userId: number
  exceptId?: number
}

/**
 * Validates the label of an item.
 *
 * @throws 400 when it is not a string, is too long, or another item of the user has it.
 */
export async function requireLabel(
  ctx: Deps,
  label: unknown,
  { userId, exceptId }: LabelOwner,
): Promise<string> {
  if (typeof label !== 'string' || label === '') throw invalidPayload('label')
  if (countCharacters(label) > MAX_LABEL_LENGTH) throw badRequest('label exceeds 50 characters')
  if (await findEquipmentLabelled(ctx.db, { userId, label, exceptId }))
    throw badRequest('equipment already exists with the same label')
  return label
}

/** Returns the type id of a payload, from either field; undefined or null when it has none. */
export function readTypeId({ equipment_type_id, equipment_type }: EquipmentInput): unknown {
  if (equipment_type_id !== undefined) return equipment_type_id
  // Clients may send an item back as they received it, with its type as an object.
  const isObject = typeof equipment_type === 'object' && equipment_type !== null
  return isObject && 'id' in equipment_type ? equipment_type.id : equipment_type
}

/** Returns an equipment type. @throws 400 when there is none with this id. */
export async function requireType(ctx: Deps, named: unknown): Promise<EquipmentTypeRow> {
  const id = readInteger(named)
  const type = id === undefined ? undefined : await findEquipmentType(ctx.db, id)
  if (!type) throw badRequest('invalid equipment type id')
  return type
}

/** @throws 400 when the type is inactive. */
export function requireActiveType({ is_active }: EquipmentTypeRow): void {
  if (is_active === 0) throw badRequest('equipment type is inactive')
}

/** Returns the columns of the remaining simple fields. @throws 400 when a value cannot be stored. */
export const readPlainColumns = (input: EquipmentInput) => ({
  ...visibilityColumn(input.visibility),
  ...descriptionColumn(input.description),
  ...activeColumn(input.is_active),
})

function visibilityColumn(value: unknown): { visibility?: Visibility } {
  if (value === undefined) return {}
  const level = VISIBILITIES.find((one) => one === value)
  if (!level) throw badRequest('invalid visibility')
  return { visibility: level }
}

function descriptionColumn(value: unknown) {
  if (value === undefined) return {}
  if (value !== null && typeof value !== 'string') throw invalidPayload()
  if (countCharacters(value ?? '') > MAX_DESCRIPTION_LENGTH)
    throw badRequest('description exceeds 200 characters')
  return { description: value }
}

function activeColumn(value: unknown) {
  if (value === undefined) return {}
  if (typeof value !== 'boolean') throw invalidPayload()
  return { is_active: toSqlBool(value) }
}
