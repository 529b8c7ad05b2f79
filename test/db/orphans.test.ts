import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connectionsOf } from '@/store/db/connections/dialect'
import { type Tx, writeTo } from '@/store/db/connections/transact'
import { deleteStaleUploads, removeLostFiles, sweepOrphans } from '@/store/files/orphans'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { aWorkout } from '../support/workouts'

const DAY = 86_400_000
/** No process has this id: the system assigns none above 4194304. */
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

test('orphaned files are deleted or set aside, and all others are preserved', async () => {
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

test('a file whose reference moves to another row during the sweep is preserved', async () => {
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
    // Workouts were read before this, but not the originals of duplicates.
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

test('stored files are not touched while another process is writing', async () => {
  const { ctx, now, put, has } = setUp()
  put('workouts/1/unknown.gpx')
  put('incoming/elsewhere_1_1/half')
  expect(await sweepOrphans(ctx, now)).toBe(0)
  expect(has('workouts/1/unknown.gpx')).toBeTrue()
  expect(has('incoming/elsewhere_1_1/half')).toBeTrue()
})

test('incomplete uploads are deleted after a day, or when their process has ended', async () => {
  const { ctx, now, put, has, dead } = setUp()
  put('incoming/elsewhere_1_1/old', DAY + 1000)
  put('incoming/elsewhere_1_1/young')
  put(`${dead}/young`)
  await deleteStaleUploads(ctx, { now, running: 60_000 })
  expect(has('incoming/elsewhere_1_1/old')).toBeFalse()
  expect(has('incoming/elsewhere_1_1/young')).toBeTrue()
  expect(has(dead)).toBeFalse()
})

test('files that were set aside are deleted after a month', async () => {
  const { ctx, now, put, has } = setUp()
  put('lost/old.gpx', 31 * DAY)
  put('lost/young.gpx', 29 * DAY)
  await removeLostFiles(ctx, now)
  expect([has('lost/old.gpx'), has('lost/young.gpx')]).toEqual([false, true])
})
