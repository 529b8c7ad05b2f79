import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vacuumingAfterDeletions } from '@/jobs/vacuum-after-deletions'
import { asCaller } from '@/services/auth/as-caller'
import { openDatabase } from '@/store/db/connections/open'
import { deleteAccount } from '@/use-cases/accounts/delete-user'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { PREPARED_DATABASE } from '../support/prepared-database'

const HOUR = 3_600_000
const MARK = 'Quillmark'
const isStopping = () => false

/** A server with a database file in which deleted rows stay readable, as SQLite leaves some rows that it has moved. */
function start() {
  const file = join(newTestFolder(), 'milepost.db')
  writeFileSync(file, PREPARED_DATABASE)
  const database = openDatabase(file)
  database.sqlite.pragma('secure_delete = OFF')
  const server = startServer({}, database)
  const { ctx } = server
  const runs = { count: 0, failure: undefined as Error | undefined }
  const { vacuum } = ctx
  ctx.vacuum = async () => {
    runs.count += 1
    if (runs.failure) throw runs.failure
    await vacuum()
  }
  const work = vacuumingAfterDeletions(ctx)
  const next = () => work.next(isStopping)
  const deleteAnAccount = async () => {
    const user = await aUser(ctx, { bio: MARK })
    await deleteAccount(ctx, asCaller(user), user.username)
  }
  const isReadable = () =>
    [file, `${file}-wal`].some((path) => readFileSync(path, 'latin1').includes(MARK))
  return { ...server, runs, next, deleteAnAccount, isReadable }
}

test('a vacuum clears the data of deleted accounts, once after each deletion', async () => {
  const { next, runs, deleteAnAccount, isReadable } = start()
  for (const count of [1, 2]) {
    await deleteAnAccount()
    expect(isReadable()).toBeTrue()
    expect(await next()).toBeFalse()
    expect(isReadable()).toBeFalse()
    await next()
    expect(runs.count).toBe(count)
  }
})

test('a vacuum blocks writes until it has finished', async () => {
  const { ctx, next, deleteAnAccount } = start()
  await deleteAnAccount()
  const [ann] = await Promise.all([aUser(ctx), next()])
  expect(await ctx.db.selectFrom('users').select('id').execute()).toEqual([{ id: ann.id }])
})

test('a vacuum is retried an hour after it fails', async () => {
  const { next, runs, clock, deleteAnAccount, isReadable } = start()
  await deleteAnAccount()
  runs.failure = new Error('the disk is full')
  await expect(next()).rejects.toThrow('the disk is full')
  runs.failure = undefined
  await next()
  expect([runs.count, isReadable()]).toEqual([1, true])
  clock.advance(HOUR)
  await next()
  expect([runs.count, isReadable()]).toEqual([2, false])
})
