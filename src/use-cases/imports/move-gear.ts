import { asCaller } from '@/auth/as-caller'
import type { AppContext } from '@/context'
import {
  type EquipmentView,
  hasEquipment,
  listEquipmentsOf,
  loadDefaultEquipments,
} from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import { uuidOf } from '@/lib/short-id'
import { equipmentSuits } from '@/policy/equipment'
import { createEquipment } from '@/use-cases/equipment/create-equipment'
import type { MovedEquipment } from './moved-workout'

/** Types that a gear of unknown type may be, the likeliest first: bike, shoes, trainer, boat, skis, board, skates, other. */
const LIKELY_TYPES = [2, 1, 3, 4, 5, 6, 7, 8, 11, 10]
const LONGEST_LABEL = 50

/** A user's equipment by its label. */
export interface Gear {
  /** Makes what an export lists and is not here yet. */
  prepare: (equipments: readonly MovedEquipment[]) => Promise<void>
  /** The items with these labels; one that is unknown is made as what suits the sport. */
  find: (labels: readonly string[], sport: SportRow) => Promise<EquipmentView[]>
}

/** A user's equipment; what is made is noted as made by the task. */
export async function openGear(
  ctx: AppContext,
  { user, taskId }: { user: UserRow; taskId: number },
): Promise<Gear> {
  const caller = asCaller(user)
  const known = new Map(
    (await listEquipmentsOf(ctx.db, user.id)).map((item) => [item.label, item] as const),
  )
  // What the user chose here stays so.
  const withoutDefaults = async ({ typeId, defaultSportIds }: Omit<MovedEquipment, 'label'>) => {
    const chosen = await loadDefaultEquipments(ctx.db, user.id)
    const isFree = (sportId: number) =>
      !chosen.get(sportId)?.some((item) => item.equipment_type_id === typeId)
    return defaultSportIds.filter(isFree)
  }
  const make = async (label: string, input: Omit<MovedEquipment, 'label'>) => {
    const fields = {
      label,
      equipment_type_id: input.typeId,
      description: input.description,
      is_active: input.isActive,
      default_for_sport_ids: await withoutDefaults(input),
      visibility: input.visibility,
    }
    const more = { ...(await keptColumns(ctx, input)), import_task_id: taskId }
    const item = await createEquipment(ctx, caller, fields, more)
    known.set(label, item)
    return item
  }
  return {
    prepare: async (equipments) => {
      for (const { label, ...rest } of equipments)
        if (!known.has(shortened(label))) await make(shortened(label), rest)
    },
    find: async (labels, sport) => {
      const items: EquipmentView[] = []
      for (const label of labels.map(shortened)) {
        const typeId = LIKELY_TYPES.find((type) => equipmentSuits(type, sport.id)) ?? 10
        const more = { typeId, description: null, isActive: true, defaultSportIds: [] }
        items.push(known.get(label) ?? (await make(label, more)))
      }
      return items
    },
  }
}

/** What an item keeps of the server that it comes from, unless its short id is taken, or none. */
async function keptColumns({ db }: AppContext, { kept }: Pick<MovedEquipment, 'kept'>) {
  if (!kept || uuidOf(kept.shortId) === undefined) return {}
  const isTaken = await hasEquipment(db, kept.shortId)
  return { creation_date: kept.createdAt, ...(!isTaken && { short_id: kept.shortId }) }
}

const shortened = (label: string) => [...label].slice(0, LONGEST_LABEL).join('')
