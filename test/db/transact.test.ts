import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { connectionsOf } from '@/db/dialect'
import { prepared } from '@/db/prepared'
import { transact } from '@/db/transact'
import { startServer } from '../support/client'

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

test('a step that fails after the commit is logged; the others run, and nothing is undone', async () => {
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

test('a disk that fails after the commit is logged; what follows from it is done, and nothing is undone', async () => {
  const { ctx, logged, about } = await started()
  connectionsOf(ctx.db).synced = () => Promise.reject(EIO)
  const steps: string[] = []
  await transact(ctx, async (tx) => {
    tx.afterCommit(() => void steps.push('after'))
    await tx.db.updateTable('app_config').set(setAbout('kept')).execute()
  })
  expect(await about()).toBe('kept')
  expect(steps).toEqual(['after'])
  expect(logged).toEqual([EIO])
})

test('what follows from a commit waits until it is on disk', async () => {
  const { ctx } = await started()
  const disk = Promise.withResolvers<void>()
  connectionsOf(ctx.db).synced = () => disk.promise
  const steps: string[] = []
  const over = transact(ctx, async (tx) => {
    tx.afterCommit(() => void steps.push('after'))
    await tx.db.updateTable('app_config').set(setAbout('kept')).execute()
  })
  await Bun.sleep(20)
  expect(steps).toEqual([])
  disk.resolve()
  await over
  expect(steps).toEqual(['after'])
})

test('nothing runs after a transaction that failed', async () => {
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

test('a query through a transaction that is over is refused, be it prepared or not', async () => {
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
