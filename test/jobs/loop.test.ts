import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Cron } from 'croner'
import { newLease, releaseLostLeases } from '@/jobs/leases'
import { runNextTimeSlice, startJobLoop } from '@/jobs/loop'
import { listScheduledJobs } from '@/jobs/schedule'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { claimNextTask } from '@/store/db/queries/tasks/user-tasks'
import { rides, startArchiveServer } from '../support/archives'
import { startServer } from '../support/client'
import { newFolder } from '../support/folder'

const TYPE = 'workouts_archive_upload'

test('the job loop finds new tasks by itself and stops on request', async () => {
  const server = await startArchiveServer()
  const loop = startJobLoop(server.ctx)
  const id = await server.queue(rides(3))
  while ((await server.task(id)).status === 'queued') await Bun.sleep(5)
  await loop.stop()
  // The loop would be woken by the new task and process it before this one does.
  await server.queue(rides(3))
  expect(await runNextTimeSlice(server.ctx, TYPE)).toBe('worked')
})

test('a task is leased once, and again only when its worker has ended or is silent', async () => {
  const server = await startArchiveServer()
  await server.queue(rides(3))
  const { db } = server.ctx
  const host = newLease(server.ctx).worker.split('_')[0]
  const claim = (worker: string) =>
    writeTo(db, (tx) => claimNextTask(tx, TYPE, { ...newLease(server.ctx), worker }))
  expect(await claim('elsewhere_1_1')).toBeDefined()
  expect(await claim('elsewhere_2_2')).toBeUndefined()
  await releaseLostLeases(server.ctx)
  expect(await claim('elsewhere_2_2')).toBeUndefined()
  server.clock.advance(120_001)
  expect(await claim(`${host}_9999999_1`)).toBeDefined()
  expect(await claim('elsewhere_2_2')).toBeUndefined()
  await releaseLostLeases(server.ctx)
  expect(await claim('elsewhere_2_2')).toBeDefined()
})

test('every scheduled job runs on a fresh server, each at a different time', async () => {
  const to = join(newFolder(), 'full')
  const { ctx } = startServer({ backup: { to, at: '1 2 * * *', keep: 3 } })
  const chores = listScheduledJobs(ctx)
  const database = openDatabase(':memory:')
  for (const { run } of chores) await run({ ctx, database })
  expect(existsSync(`${ctx.config.dataDir}/backups/milepost-2026-03-14.db`)).toBeTrue()
  expect(readdirSync(to).filter((name) => name.startsWith('milepost-'))).toHaveLength(1)
  expect(new Set(chores.map(({ when }) => when)).size).toBe(chores.length)
  for (const { when } of chores) expect(new Cron(when, { paused: true }).nextRun()).not.toBeNull()
})
