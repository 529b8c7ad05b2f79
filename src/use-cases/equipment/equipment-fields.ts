import type { AppContext } from '@/context'
import { toSqlBool, VISIBILITIES, type Visibility } from '@/db/columns'
import { type EquipmentTypeRow, findEquipmentType } from '@/db/queries/equipment-types'
import { findEquipmentLabelled } from '@/db/queries/equipments'
import { badRequest, invalidPayload } from '@/errors'
import { integerIn } from '@/lib/decimal'

/** The fields of a piece of equipment. */
export const EQUIPMENT_KEYS = [
  'label',
  'description',
  'equipment_type_id',
  'equipment_type',
  'is_active',
  'default_for_sport_ids',
  'visibility',
] as const

/** Values of any type: each has a message of its own, in the order of the contract. */
export type EquipmentInput = Partial<Record<(typeof EQUIPMENT_KEYS)[number], unknown>>

type Reader = Pick<AppContext, 'db'>

const LONGEST_LABEL = 50
const LONGEST_DESCRIPTION = 200

const characters = (text: string) => [...text].length

/** The owner of a label; `exceptId` is the item that may already have it. */
export interface LabelOwner {
  userId: number
  exceptId?: number
}

/** @throws 400 when a label is not a text, is too long, or belongs to another item. */
export async function requireLabel(
  ctx: Reader,
  label: unknown,
  { userId, exceptId }: LabelOwner,
): Promise<string> {
  if (typeof label !== 'string' || label === '') throw invalidPayload()
  if (characters(label) > LONGEST_LABEL) throw badRequest('label exceeds 50 characters')
  if (await findEquipmentLabelled(ctx.db, { userId, label, exceptId }))
    throw badRequest('equipment already exists with the same label')
  return label
}

/** The type a payload names, under either name; undefined or null when it names none. */
export function typeIdIn({ equipment_type_id, equipment_type }: EquipmentInput): unknown {
  if (equipment_type_id !== undefined) return equipment_type_id
  // An item sent back as it was received holds its type as an object.
  const isObject = typeof equipment_type === 'object' && equipment_type !== null
  return isObject && 'id' in equipment_type ? equipment_type.id : equipment_type
}

/** @throws 400 when there is no such type. */
export async function requireType(ctx: Reader, named: unknown): Promise<EquipmentTypeRow> {
  const id = integerIn(named)
  const type = id === undefined ? undefined : await findEquipmentType(ctx.db, id)
  if (!type) throw badRequest('invalid equipment type id')
  return type
}

/** @throws 400 when the type is inactive. */
export function requireActiveType({ is_active }: EquipmentTypeRow): void {
  if (is_active === 0) throw badRequest('equipment type is inactive')
}

/** The columns of the remaining simple fields of a payload. @throws 400 for one that cannot be stored. */
export const plainColumns = (input: EquipmentInput) => ({
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
  if (characters(value ?? '') > LONGEST_DESCRIPTION)
    throw badRequest('description exceeds 200 characters')
  return { description: value }
}

function activeColumn(value: unknown) {
  if (value === undefined) return {}
  if (typeof value !== 'boolean') throw invalidPayload()
  return { is_active: toSqlBool(value) }
}
