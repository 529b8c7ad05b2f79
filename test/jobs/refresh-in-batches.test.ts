import { expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '@/services/context'
import { connectionsOf } from '@/store/db/connections/dialect'
import { transact } from '@/store/db/connections/transact'
import { findWorkoutById } from '@/store/db/queries/workouts/workouts'
import {
  type Refreshed,
  type RefreshOptions,
  refreshInBatches,
} from '@/use-cases/workouts/measure/refresh-in-batches'
import { changeWorkout, deleteWorkoutAndFiles } from '@/use-cases/workouts/write/write-workout'
import { aRide } from '../support/archives'
import { startWorkoutServer } from '../support/workouts'

const PLAIN: RefreshOptions = {
  newSport: undefined,
  withWeather: false,
  withElevation: false,
  onFileError: undefined,
  withoutFile: false,
}

/** A server with rides whose workouts have the ids 1 to `count`, and a fake reader of recordings. */
async function withRides(count: number) {
  const server = await startWorkoutServer()
  for (let day = 1; day <= count; day += 1) await server.record(`${day}.gpx`, aRide(day))
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  /** Runs `before` before each recording is read. */
  const reading = (before: (read: number) => Promise<void>): AppContext => {
    const { recordings } = server.ctx
    let read = 0
    return {
      ...server.ctx,
      recordings: {
        isReading: false,
        read: async (request) => {
          read += 1
          await before(read)
          return recordings.read(request)
        },
      },
    }
  }
  const row = async (id: number) => {
    const workout = await findWorkoutById(server.ctx.db, id)
    if (!workout) throw new Error(`workout ${id} is gone`)
    return workout
  }
  return { ...server, ids, reading, row }
}

async function refreshAll(ctx: AppContext, ids: readonly number[], options = PLAIN) {
  const groups: Refreshed[][] = []
  for await (const group of refreshInBatches(ctx, ids, options)) groups.push(group)
  return groups
}

const outcomes = (groups: Refreshed[][]) =>
  groups.flat().map((one) => ('outcome' in one ? one.outcome : String(one.error)))

test('recordings are read ahead, and several workouts are stored at once in order', async () => {
  const { ctx, ids, reading, row } = await withRides(20)
  await ctx.db.updateTable('workouts').set({ distance: 999 }).execute()
  const { promise: eightRead, resolve } = Promise.withResolvers<void>()
  // This would deadlock if one had to be stored before the next is read.
  const waiting = reading(async (read) => {
    if (read === 8) resolve()
    await eightRead
  })
  const sizes: number[] = []
  const done: number[] = []
  for await (const group of refreshInBatches(waiting, ids, PLAIN)) {
    sizes.push(group.length)
    for (const { workoutId } of group) {
      done.push(workoutId)
      expect((await row(workoutId)).distance).toBeLessThan(100)
    }
  }
  expect(done).toEqual(ids)
  expect(sizes).toEqual([8, 8, 4])
})

test('analyses are written only where they differ', async () => {
  const { ctx, ids } = await withRides(3)
  await ctx.db.deleteFrom('efforts').where('workout_id', '=', 2).execute()
  const written = new Map<string, number>()
  const stop = connectionsOf(ctx.db).listen((statement) => {
    const [, table = ''] = /^(?:insert into|delete from) "?(\w+)/.exec(statement) ?? []
    written.set(table, (written.get(table) ?? 0) + 1)
  })
  await refreshAll(ctx, ids)
  stop()
  const found = await ctx.db
    .selectFrom('efforts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workout_id', '=', 2)
    .executeTakeFirstOrThrow()
  expect(found.count).toBeGreaterThan(0)
  expect(written.get('segments')).toBe(6)
  expect(written.get('efforts')).toBe(found.count)
  expect(written.has('workout_intensity')).toBe(false)
})

test('a workout that is changed while its recording is read keeps the change', async () => {
  const { ctx, ids, reading, row } = await withRides(3)
  const former = await row(2)
  const changing = reading(async (read) => {
    if (read !== 2) return
    await setImmediate()
    await transact(ctx, (tx) => changeWorkout(tx, 2, { columns: { sport_id: 2, title: 'New' } }))
  })
  expect(outcomes(await refreshAll(changing, ids))).toEqual(['updated', 'updated', 'updated'])
  expect(await row(2)).toMatchObject({ sport_id: 2, title: 'New', distance: former.distance })
})

test('a workout that is deleted while its recording is read is skipped without an error', async () => {
  const { ctx, ids, reading, row } = await withRides(3)
  const workout = await row(2)
  const deleting = reading(async (read) => {
    if (read === 2) await transact(ctx, (tx) => deleteWorkoutAndFiles(tx, workout))
  })
  expect(outcomes(await refreshAll(deleting, ids))).toEqual(['updated', 'gone', 'updated'])
})

test('a workout that cannot be stored does not prevent others from being stored', async () => {
  const { ctx, ids, row } = await withRides(3)
  await ctx.db.updateTable('workouts').set({ distance: 999 }).execute()
  await sql`create trigger refusing before insert on segments when new.workout_id = 2
    begin select raise(abort, 'not this one'); end`.execute(ctx.db)
  const [first, second, third] = outcomes(await refreshAll(ctx, ids))
  expect([first, third]).toEqual(['updated', 'updated'])
  expect(second).toContain('not this one')
  const isRight = async (id: number) => (await row(id)).distance !== 999
  expect(await Promise.all(ids.map(isRight))).toEqual([true, false, true])
})

test('external services are asked about one workout after another', async () => {
  const { ctx, ids } = await withRides(3)
  let [asked, most] = [0, 0]
  const weather: AppContext['weather'] = {
    around: async () => {
      asked += 1
      most = Math.max(most, asked)
      await setImmediate()
      asked -= 1
      return { weather_start: null, weather_end: null }
    },
  }
  const config = { ...ctx.config, weather: { provider: 'open-meteo' } as never }
  const groups = await refreshAll({ ...ctx, config, weather }, ids, { ...PLAIN, withWeather: true })
  expect(groups.map(({ length }) => length)).toEqual([1, 1, 1])
  expect(most).toBe(1)
})
