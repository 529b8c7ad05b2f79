import type { AppContext } from '@/services/context'
import type { OpenDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { addToSums } from '@/store/db/queries/workouts/workout-totals'
import {
  insertWorkout,
  type NewWorkoutRow,
  type WorkoutRow,
} from '@/store/db/queries/workouts/workouts'
import { startServer } from './client'
import { aUser } from './factories'

/** A manual workout, modified by `changes`. Totals are updated, records and equipment totals are not. */
export async function aWorkout(
  { db, ids }: Pick<AppContext, 'db' | 'ids'>,
  { id }: UserRow,
  changes: Partial<NewWorkoutRow> = {},
): Promise<WorkoutRow> {
  const workout = await writeTo(db, (tx) =>
    insertWorkout(tx, {
      short_id: ids.shortId(),
      user_id: id,
      sport_id: 1,
      workout_date: Date.parse('2024-05-04T08:00:00Z'),
      creation_date: 0,
      distance: 10,
      duration: 1800,
      moving: 1800,
      ave_speed: 20,
      max_speed: 20,
      ave_pace: 180,
      best_pace: 180,
      ...changes,
    }),
  )
  await writeTo(db, (tx) => addToSums(tx, workout.id))
  return workout
}

/** A follow that was approved. */
export const aFollow = ({ db }: Pick<AppContext, 'db'>, follower: UserRow, followed: UserRow) =>
  db
    .insertInto('follows')
    .values({
      follower_id: follower.id,
      followed_id: followed.id,
      state: 'approved',
      created_at: 0,
    })
    .execute()

export const aBlock = ({ db }: Pick<AppContext, 'db'>, blocker: UserRow, blocked: UserRow) =>
  db
    .insertInto('blocks')
    .values({ blocker_id: blocker.id, blocked_id: blocked.id, created_at: 0 })
    .execute()

interface Sending {
  as?: UserRow | undefined
  json?: unknown
  headers?: Record<string, string>
}

/** A server and a user, with functions to add workouts. */
export async function startWorkoutServer(
  changes: Parameters<typeof aUser>[1] = {},
  settings: Parameters<typeof startServer>[0] = {},
  database?: OpenDatabase,
) {
  const server = startServer(settings, database)
  const user = await aUser(server.ctx, changes)
  const send = (method: string, path: string, { as = user, ...more }: Sending = {}) =>
    server.call(method, path, { as, ...more })
  const upload = (name: string, content: string | Uint8Array, data: object = {}) => {
    const body = new FormData()
    const bytes = typeof content === 'string' ? content : new Uint8Array(content)
    body.set('file', new File([bytes], name))
    body.set('data', JSON.stringify({ sport_id: 1, ...data }))
    return server.call('POST', '/api/workouts', { as: user, body })
  }
  return {
    ...server,
    user,
    send,
    get: (path: string, more: Sending = {}) => send('GET', path, more),
    upload,
    /** Uploads a recording and returns its workout. */
    record: async (name: string, content: string | Uint8Array, data: object = {}) => {
      const { status, body } = await upload(name, content, data)
      if (status !== 201) throw new Error(`upload refused: ${JSON.stringify(body)}`)
      return body.data.workouts[0]
    },
    /** Creates a manual workout and returns it. */
    enter: async (json: object = {}) => {
      const { status, body } = await send('POST', '/api/workouts/no_gpx', {
        json: {
          sport_id: 1,
          duration: 1800,
          distance: 10,
          workout_date: '2024-05-04 10:00',
          ...json,
        },
      })
      if (status !== 201) throw new Error(`entry refused: ${JSON.stringify(body)}`)
      return body.data.workouts[0]
    },
  }
}
