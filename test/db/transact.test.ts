import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { DiskFailedError } from '@/lib/system-errors'
import { prepared } from '@/store/db/connections/cached-queries'
import { connectionsOf } from '@/store/db/connections/dialect'
import { transact } from '@/store/db/connections/transact'
import { startServer } from '../support/client'
import { until } from '../support/until'

const EIO = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })

const setAbout = (about: string) => ({ about })

async function started() {
  const { ctx } = startServer()
  const logged: unknown[] = []
  const log = Object.assign(Object.create(ctx.log), {
    error: ({ err }: { err: unknown }) => logged.push(err),
  })
  const about = async () =>
    (await ctx.db.selectFrom('app_config').select('about').executeTakeFirstOrThrow()).about
  return { ctx: { ...ctx, log }, logged, about }
}

test('a step that fails after the commit is logged, the others run, and nothing is rolled back', async () => {
  const { ctx, logged, about } = await started()
  const steps: string[] = []
  const result = await transact(ctx, async (tx) => {
    tx.afterCommit(() => void steps.push('first'))
    tx.afterCommit(() => Promise.reject(EIO))
    tx.afterCommit(() => {
      throw EIO
    })
    tx.afterCommit(async () => void steps.push(`last, with '${await about()}'`))
    await tx.db.updateTable('app_config').set(setAbout('kept')).execute()
    return 'done'
  })
  expect(result).toBe('done')
  expect(steps).toEqual(['first', "last, with 'kept'"])
  expect(logged).toEqual([EIO, EIO])
})

test('a commit that may not be durable fails, and its subsequent steps are skipped', async () => {
  const { ctx } = await started()
  connectionsOf(ctx.db).durable = () => Promise.reject(new DiskFailedError(EIO))
  const steps: string[] = []
  const work = transact(ctx, async (tx) => {
    tx.afterCommit(() => void steps.push('after'))
    await tx.db.updateTable('app_config').set(setAbout('undecided')).execute()
  })
  await expect(work).rejects.toMatchObject({ name: 'DiskFailedError', errno: 'EIO' })
  expect(steps).toEqual([])
})

test('steps after a commit wait until it is durable', async () => {
  const { ctx, about } = await started()
  const disk = Promise.withResolvers<void>()
  connectionsOf(ctx.db).durable = () => disk.promise
  const steps: string[] = []
  const over = transact(ctx, async (tx) => {
    tx.afterCommit(() => void steps.push('after'))
    await tx.db.updateTable('app_config').set(setAbout('kept')).execute()
  })
  await until('the commit', async () => (await about()) === 'kept')
  expect(steps).toEqual([])
  disk.resolve()
  await over
  expect(steps).toEqual(['after'])
})

test('steps after a commit that does not wait for the disk still wait', async () => {
  const { ctx } = await started()
  connectionsOf(ctx.db).durable = () => Promise.reject(new DiskFailedError(EIO))
  const steps: string[] = []
  const edit = (hook?: () => void) =>
    transact(
      ctx,
      async (tx) => {
        if (hook) tx.afterCommit(hook)
        await tx.db.updateTable('app_config').set(setAbout('soon')).execute()
      },
      { syncedLater: true },
    )
  await edit()
  await expect(edit(() => void steps.push('after'))).rejects.toBeInstanceOf(DiskFailedError)
  expect(steps).toEqual([])
})

test('no steps run after a failed transaction', async () => {
  const { ctx, about } = await started()
  const steps: string[] = []
  const work = transact(ctx, async (tx) => {
    tx.afterCommit(() => void steps.push('never'))
    await tx.db.updateTable('app_config').set(setAbout('lost')).execute()
    throw EIO
  })
  await expect(work).rejects.toBe(EIO)
  expect(steps).toEqual([])
  expect(await about()).not.toBe('lost')
})

test('a query through a finished transaction is rejected, prepared or not', async () => {
  const { ctx } = await started()
  const kept = await transact(ctx, async ({ db }) => db)
  const count = prepared((db) => db.selectFrom('users').select(db.fn.countAll<number>().as('rows')))
  const queries = [
    () => kept.selectFrom('users').select('id').execute(),
    () => kept.updateTable('app_config').set(setAbout('too late')).execute(),
    () => sql`delete from users`.execute(kept),
    () => count.all(kept, {}),
  ]
  for (const query of queries) await expect(query()).rejects.toThrow('a transaction that is over')
  expect(await count.first(ctx.db, {})).toEqual({ rows: 0 })
})
