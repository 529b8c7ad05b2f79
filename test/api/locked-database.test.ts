import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNextTimeSlice } from '@/jobs/loop'
import { openDatabase } from '@/store/db/connections/open'
import { afterTest } from '../support/after-test'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'

const EXPORT = '/api/auth/account/export'
const PERSON = { first_name: 'Ann', last_name: '', bio: '', birth_date: '', location: '' }

/** A server on a file that another process can lock. */
async function scene(patience: number) {
  const file = join(newTestFolder(), 'milepost.db')
  writeFileSync(file, PREPARED_DATABASE)
  const database = openDatabase(file, { busyTimeout: patience })
  const server = startServer({}, database)
  const as = await aUser(server.ctx)
  const other = openDatabase(file)
  afterTest(() => other.db.destroy())
  const lock = () => other.sqlite.exec('begin immediate')
  const unlock = () => other.sqlite.exec('commit')
  const edit = () => server.call('POST', '/api/auth/profile/edit', { as, json: PERSON })
  return { ...server, database, as, lock, unlock, edit }
}

/** Milliseconds, short enough not to delay the test. */
const A_MOMENT = 10

test('a write waits for another process, and other requests are served in the meantime', async () => {
  const { call, database, edit, lock, unlock, as } = await scene(60_000)
  const order: string[] = []
  lock()
  const editing = edit().then(({ status }) => order.push(`edited ${status}`))
  for (let asked = 0; asked < 20; asked++) {
    expect((await call('GET', '/api/ping')).status).toBe(200)
    expect((await call('GET', '/api/auth/profile', { as })).status).toBe(200)
  }
  order.push('unlocked')
  unlock()
  await editing
  expect(order).toEqual(['unlocked', 'edited 200'])
  // Nothing else runs while SQLite itself waits.
  expect(database.sqlite.pragma('busy_timeout', { simple: true })).toBeLessThanOrEqual(A_MOMENT)
})

test('a write fails when the lock takes too long', async () => {
  const { edit, lock, unlock } = await scene(50)
  lock()
  const answers = await Promise.all([edit(), edit(), edit()])
  for (const { status, body, headers } of answers) {
    expect(status).toBe(503)
    expect(body).toEqual({
      message: 'the database is busy, please try again later',
      status: 'error',
    })
    expect(headers.get('retry-after')).toBe('5')
  }
  unlock()
  expect((await edit()).status).toBe(200)
})

test('a background task continues when the database is unlocked', async () => {
  const { call, ctx, as, lock, unlock } = await scene(50)
  const type = 'user_data_export'
  const status = async () => (await call('GET', EXPORT, { as })).body.request.status
  await call('POST', `${EXPORT}/request`, { as, json: {} })
  const { store } = ctx.files
  ctx.files.store = async (...files) => {
    await store(...files)
    lock()
  }
  expect(await runNextTimeSlice(ctx, type)).toBe('blocked')
  unlock()
  expect(await status()).toBe('queued')
  ctx.files.store = store
  await runNextTimeSlice(ctx, type)
  expect(await status()).toBe('successful')
})
