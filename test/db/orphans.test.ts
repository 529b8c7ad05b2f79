import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connectionsOf } from '@/db/dialect'
import { type Tx, writeTo } from '@/db/transact'
import { removeLostFiles, removeStaleArrivals, sweepOrphans } from '@/storage/orphans'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

const DAY = 86_400_000
/** Nobody has this process id: the system gives none above 4194304. */
const DEAD = '9999999_1'

function setUp() {
  const { ctx } = startServer()
  const now = Date.now()
  const put = (path: string, age = 1000) => {
    const file = join(ctx.config.uploadsDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
    const written = new Date(now - age)
    utimesSync(file, written, written)
  }
  const has = (path: string) => existsSync(join(ctx.config.uploadsDir, path))
  const machine = () => ctx.files.incoming().split('/').at(-2)?.split('_')[0] ?? ''
  return { ctx, now, put, has, dead: `incoming/${machine()}_${DEAD}`, machine }
}

test('files without a row are removed or set aside, all others stay', async () => {
  const { ctx, now, put, has, dead } = setUp()
  const user = await aUser(ctx)
  const mine = `workouts/${user.id}`
  await aWorkout(ctx, user, { original_file: `${mine}/kept.gpx`, map_file: `${mine}/kept.png` })
  for (const name of ['kept.gpx', 'kept.png', 'lost.gpx', 'lost.png']) put(`${mine}/${name}`)
  put(`${mine}/new.gpx`, -1000)
  put(`exports/${user.id}/archive_old.zip`)
  put(`${dead}/half`)
  expect(await sweepOrphans(ctx, now)).toBe(3)
  expect(readdirSync(ctx.files.pathOf(mine)).toSorted()).toEqual([
    'kept.gpx',
    'kept.png',
    'new.gpx',
  ])
  expect(has(`lost/workouts_${user.id}_lost.gpx`)).toBeTrue()
  expect(has(`exports/${user.id}/archive_old.zip`)).toBeFalse()
  expect(has(dead)).toBeFalse()
})

test('a file that goes from one row to another meanwhile stays', async () => {
  const { ctx, now, put, has } = setUp()
  const user = await aUser(ctx)
  const path = `workouts/${user.id}/moved.gpx`
  const { id } = await aWorkout(ctx, user)
  const keep = (tx: Tx) =>
    tx.insertInto('kept_originals').values({ workout_id: id, path }).execute()
  await writeTo(ctx.db, keep)
  put(path)
  let moving: Promise<unknown> | undefined
  const stop = connectionsOf(ctx.db).listen((statement) => {
    if (moving || !statement.includes('"picture"')) return
    // Workouts were read by now, kept originals were not.
    moving = writeTo(ctx.db, async (tx) => {
      await tx.deleteFrom('kept_originals').execute()
      await tx.updateTable('workouts').set({ original_file: path }).execute()
    })
  })
  expect(await sweepOrphans(ctx, now)).toBe(0)
  stop()
  await moving
  expect(has(path)).toBeTrue()
})

test('nothing stored is touched while another process is writing', async () => {
  const { ctx, now, put, has } = setUp()
  put('workouts/1/unknown.gpx')
  put('incoming/elsewhere_1_1/half')
  expect(await sweepOrphans(ctx, now)).toBe(0)
  expect(has('workouts/1/unknown.gpx')).toBeTrue()
  expect(has('incoming/elsewhere_1_1/half')).toBeTrue()
})

test('what never arrived goes after a day, or with its process', async () => {
  const { ctx, now, put, has, dead } = setUp()
  put('incoming/elsewhere_1_1/old', DAY + 1000)
  put('incoming/elsewhere_1_1/young')
  put(`${dead}/young`)
  await removeStaleArrivals(ctx, { now, running: 60_000 })
  expect(has('incoming/elsewhere_1_1/old')).toBeFalse()
  expect(has('incoming/elsewhere_1_1/young')).toBeTrue()
  expect(has(dead)).toBeFalse()
})

test('what was set aside goes after a month', async () => {
  const { ctx, now, put, has } = setUp()
  put('lost/old.gpx', 31 * DAY)
  put('lost/young.gpx', 29 * DAY)
  await removeLostFiles(ctx, now)
  expect([has('lost/old.gpx'), has('lost/young.gpx')]).toEqual([false, true])
})
