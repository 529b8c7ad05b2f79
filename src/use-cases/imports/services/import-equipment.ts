import { decodeShortId } from '@/lib/text/short-id'
import { equipmentSuits } from '@/policy/equipment'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import {
  type EquipmentView,
  hasEquipment,
  listEquipmentsOf,
  loadDefaultEquipments,
} from '@/store/db/queries/catalogue/equipments'
import type { SportRow } from '@/store/db/queries/catalogue/sports'
import { createEquipment } from '@/use-cases/equipment/create-equipment'
import type { SuitableEquipment } from '@/use-cases/imports/receive/read-ahead'
import type { ImportedEquipment } from './imported-workout'

/** Equipment types for unknown gear, most likely first: bike, shoes, trainer, boat, skis, board, skates, other. */
const LIKELY_TYPES = [2, 1, 3, 4, 5, 6, 7, 8, 11, 10]
const MAX_LABEL_LENGTH = 50

/** Finds and creates a user's equipment by label. */
export interface Gear {
  /** Creates the listed equipment that does not exist yet. */
  prepare: (equipments: readonly ImportedEquipment[]) => Promise<void>
  /** Finds the items with these labels. Creates missing ones, with a type that suits the sport. */
  find: (labels: readonly string[], sport: SportRow) => Promise<SuitableEquipment>
}

/** Loads a user's equipment. Items that are created later reference the import task. */
export async function openGear(
  ctx: AppContext,
  { user, taskId }: { user: UserRow; taskId: number },
): Promise<Gear> {
  const caller = asCaller(user)
  const known = new Map(
    (await listEquipmentsOf(ctx.db, user.id)).map((item) => [item.label, item] as const),
  )
  // The user's existing choice of default equipment takes precedence.
  const withoutDefaults = async ({ typeId, defaultSportIds }: Omit<ImportedEquipment, 'label'>) => {
    const chosen = await loadDefaultEquipments(ctx.db, user.id)
    const isFree = (sportId: number) =>
      !chosen.get(sportId)?.some((item) => item.equipment_type_id === typeId)
    return defaultSportIds.filter(isFree)
  }
  const createItem = async (label: string, input: Omit<ImportedEquipment, 'label'>) => {
    const fields = {
      label,
      equipment_type_id: input.typeId,
      description: input.description,
      is_active: input.isActive,
      default_for_sport_ids: await withoutDefaults(input),
      visibility: input.visibility,
    }
    const more = { ...(await preservedColumns(ctx, input)), import_task_id: taskId }
    const item = await createEquipment(ctx, caller, fields, more)
    known.set(label, item)
    return item
  }
  return {
    prepare: async (equipments) => {
      for (const { label, ...rest } of equipments)
        if (!known.has(shortened(label))) await createItem(shortened(label), rest)
    },
    find: async (labels, sport) => {
      const items: EquipmentView[] = []
      for (const label of labels.map(shortened)) {
        const typeId = LIKELY_TYPES.find((type) => equipmentSuits(type, sport.id)) ?? 10
        const more = { typeId, description: null, isActive: true, defaultSportIds: [] }
        items.push(known.get(label) ?? (await createItem(label, more)))
      }
      const { suitable, unsuitable } = separate(items, sport)
      return { items: suitable, unsuitable }
    },
  }
}

/** Separates the items that suit a sport from the labels of the others. */
function separate<Item extends { label: string; equipment_type_id: number }>(
  items: readonly Item[],
  { id }: SportRow,
) {
  const suits = (item: Item) => equipmentSuits(item.equipment_type_id, id)
  return {
    suitable: items.filter(suits),
    unsuitable: items.filter((item) => !suits(item)).map(({ label }) => label),
  }
}

/** Returns a function that finds unsuitable equipment of a user or an export by label, without creating any. */
export async function previewGear(
  { db }: AppContext,
  user: UserRow,
  equipments: readonly ImportedEquipment[],
): Promise<Gear['find']> {
  const listed = equipments.map(({ label, typeId }) => ({
    label: shortened(label),
    equipment_type_id: typeId,
  }))
  const stored = await listEquipmentsOf(db, user.id)
  const known = new Map([...listed, ...stored].map((item) => [item.label, item] as const))
  return async (labels, sport) => {
    const found = labels.flatMap((label) => known.get(shortened(label)) ?? [])
    return { items: [], unsuitable: separate(found, sport).unsuitable }
  }
}

/** Returns the date and short id from the source server. Omits a short id that is taken, and both if it is invalid. */
async function preservedColumns(
  { db }: AppContext,
  { created }: Pick<ImportedEquipment, 'created'>,
) {
  if (!created || decodeShortId(created.shortId) === undefined) return {}
  const isTaken = await hasEquipment(db, created.shortId)
  return { creation_date: created.createdAt, ...(!isTaken && { short_id: created.shortId }) }
}

const shortened = (label: string) => [...label].slice(0, MAX_LABEL_LENGTH).join('')
