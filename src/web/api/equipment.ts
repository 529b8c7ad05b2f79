import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { equipmentTypeName } from '@/web/i18n/names'
import { ApiError } from './api-error'
import { api, type DataOf, dataOf } from './client'

const { equipments } = api
const types = api['equipment-types']

/** A thing that workouts are done with. */
export type Equipment = DataOf<typeof equipments.get>['data']['equipments'][number]

/** What the form for a piece of equipment sends. */
export interface EquipmentInput {
  label: string
  description: string | null
  equipment_type_id: number
  is_active: boolean
  default_for_sport_ids: number[]
  visibility: string
}

const KEY = ['equipment']

/** The own equipment, oldest first. */
export const equipmentQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await dataOf(equipments.get({ query: {} }))).data.equipments,
})

/** One piece of the own equipment. */
export const pieceQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: async () => {
      const [piece] = (await dataOf(equipments({ equipment_short_id: id }).get())).data.equipments
      if (!piece) throw new ApiError(404, null)
      return piece
    },
  })

/** Adds the totals of a piece of equipment up anew from its workouts. */
export async function recalculateEquipment(id: string): Promise<void> {
  await dataOf(equipments({ equipment_short_id: id }).refresh.post())
}

/** The kinds of equipment of this server. */
export const equipmentTypesQuery = queryOptions({
  queryKey: ['equipment-types'],
  queryFn: async () => (await dataOf(types.get())).data.equipment_types,
  select: (types) => types.map((type) => ({ ...type, label: equipmentTypeName(type) })),
  staleTime: 5 * 60_000,
})

/** Offers a kind of equipment on this server, or no longer. */
export async function offerType({ id, offer }: { id: number; offer: boolean }): Promise<void> {
  await dataOf(types({ equipment_type_id: id }).patch({ is_active: offer }))
}

/** Saves a piece of equipment: a new one without an id. */
export async function saveEquipment({
  id,
  input,
}: {
  id: string | null
  input: EquipmentInput
}): Promise<void> {
  const body = { ...input }
  if (id === null) await dataOf(equipments.post(body))
  else await dataOf(equipments({ equipment_short_id: id }).patch(body))
}

/** Deletes a piece of equipment; its workouts stay. */
export async function deleteEquipment(id: string): Promise<void> {
  await dataOf(equipments({ equipment_short_id: id }).delete(undefined, { query: { force: '1' } }))
}

/** Marks equipment, and the sports whose default it is, as stale. */
export async function refreshEquipment(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['sports'] }),
  ])
}
