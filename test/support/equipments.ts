import type { UserRow } from '@/store/db/queries/accounts/users'
import { startServer } from './client'
import { aUser } from './factories'

export const SHOES = 1
export const BIKE = 2
export const RACKET = 8
export const MISC = 10

/** A server and a user, with functions to create, change and use equipment. */
export async function startEquipmentServer() {
  const server = startServer()
  const user = await aUser(server.ctx)
  const send = (method: string, path: string, json?: object, as: UserRow = user) =>
    server.call(method, path, { as, json })
  return {
    ...server,
    user,
    send,
    create: (json: object, as?: UserRow) => send('POST', '/api/equipments', json, as),
    /** Creates an item and returns it in the format of the API. */
    make: async (json: object, as?: UserRow) => {
      const { body } = await send('POST', '/api/equipments', json, as)
      return body.data.equipments[0]
    },
    edit: (id: string, json: object, as?: UserRow) =>
      send('PATCH', `/api/equipments/${id}`, json, as),
    /** The current item. */
    look: async (id: string) => {
      const { body } = await send('GET', `/api/equipments/${id}`)
      return body.data.equipments[0]
    },
    /** Creates five Misc items that are defaults for a sport. */
    fillWithMisc: async (sportId: number) => {
      const made = []
      for (let at = 1; at <= 5; at++) {
        const json = { label: `Misc ${at}`, equipment_type_id: MISC }
        const { body } = await send('POST', '/api/equipments', {
          ...json,
          default_for_sport_ids: [sportId],
        })
        made.push(body.data.equipments[0])
      }
      return made
    },
    /** Adds a workout of 10 km in half an hour with these items. Returns its id. */
    ride: async (equipmentIds: string[], sportId = 1) => {
      const { body } = await send('POST', '/api/workouts/no_gpx', {
        sport_id: sportId,
        duration: 1800,
        distance: 10,
        workout_date: '2026-01-10 09:00',
        equipment_ids: equipmentIds,
      })
      return body.data.workouts[0].id as string
    },
  }
}
