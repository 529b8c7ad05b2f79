import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { translateEquipmentType } from '@/web/i18n/names'

const { equipments } = api
const types = api['equipment-types']

/** A piece of equipment that workouts are done with, such as a bicycle. */
export type Equipment = ResponseData<typeof equipments.get>['data']['equipments'][number]

/** Fields that the equipment form submits. */
export interface EquipmentInput {
  label: string
  description: string | null
  equipment_type_id: number
  is_active: boolean
  default_for_sport_ids: number[]
  visibility: string
}

const KEY = ['equipment']

/** The user's equipment, oldest first. */
export const equipmentQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await unwrap(equipments.get({ query: {} }))).data.equipments,
})

/** One piece of the user's equipment. */
export const equipmentItemQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: async () => {
      const [piece] = (await unwrap(equipments({ equipment_short_id: id }).get())).data.equipments
      if (!piece) throw new ApiError(404, null)
      return piece
    },
  })

/** Recomputes the totals of a piece of equipment from its workouts. */
export async function recalculateEquipment(id: string): Promise<void> {
  await unwrap(equipments({ equipment_short_id: id }).refresh.post())
}

/** The equipment types of this server, with their names in the language of the page. */
export const equipmentTypesQuery = queryOptions({
  queryKey: ['equipment-types'],
  queryFn: async () => (await unwrap(types.get())).data.equipment_types,
  select: (types) => types.map((type) => ({ ...type, label: translateEquipmentType(type) })),
  staleTime: 5 * 60_000,
})

/** Activates or deactivates an equipment type on this server. */
export async function offerType({ id, offer }: { id: number; offer: boolean }): Promise<void> {
  await unwrap(types({ equipment_type_id: id }).patch({ is_active: offer }))
}

/** Saves a piece of equipment; an `id` of null creates one. */
export async function saveEquipment({
  id,
  input,
}: {
  id: string | null
  input: EquipmentInput
}): Promise<void> {
  const body = { ...input }
  if (id === null) await unwrap(equipments.post(body))
  else await unwrap(equipments({ equipment_short_id: id }).patch(body))
}

/** Deletes a piece of equipment; its workouts are not deleted. */
export async function deleteEquipment(id: string): Promise<void> {
  await unwrap(equipments({ equipment_short_id: id }).delete(undefined, { query: { force: '1' } }))
}

/** Marks the equipment as stale, and the sports, which refer to it as their default equipment. */
export async function refreshEquipment(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: ['sports'] }),
  ])
}
