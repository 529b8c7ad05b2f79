import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Cron } from 'croner'
import { openDatabase } from '@/db/open'
import { claimNextTask } from '@/db/queries/user-tasks'
import { writeTo } from '@/db/transact'
import { newClaim, releaseLostClaims } from '@/jobs/claims'
import { startJobLoop } from '@/jobs/loop'
import { choresOf } from '@/jobs/schedule'
import { rides, startArchiveServer } from '../support/archives'
import { startServer } from '../support/client'
import { newFolder } from '../support/folder'

const TYPE = 'workouts_archive_upload'

test('the loop finds new tasks by itself and stops when it is told to', async () => {
  const server = await startArchiveServer()
  const loop = startJobLoop(server.ctx)
  const id = await server.queue(rides(3))
  while ((await server.task(id)).status === 'queued') await Bun.sleep(5)
  await loop.stop()
  const { progress } = await server.task(id)
  await Bun.sleep(50)
  expect((await server.task(id)).progress).toBe(progress)
})

test('a task is claimed once, and again only when its worker is gone or silent', async () => {
  const server = await startArchiveServer()
  await server.queue(rides(3))
  const { db } = server.ctx
  const host = newClaim(server.ctx).worker.split('_')[0]
  const claim = (worker: string) =>
    writeTo(db, (tx) => claimNextTask(tx, TYPE, { ...newClaim(server.ctx), worker }))
  expect(await claim('elsewhere_1_1')).toBeDefined()
  expect(await claim('elsewhere_2_2')).toBeUndefined()
  await releaseLostClaims(server.ctx)
  expect(await claim('elsewhere_2_2')).toBeUndefined()
  server.clock.advance(120_001)
  expect(await claim(`${host}_9999999_1`)).toBeDefined()
  expect(await claim('elsewhere_2_2')).toBeUndefined()
  await releaseLostClaims(server.ctx)
  expect(await claim('elsewhere_2_2')).toBeDefined()
})

test('every chore runs on a fresh server, at a time of its own', async () => {
  const to = join(newFolder(), 'full')
  const { ctx } = startServer({ backup: { to, at: '1 2 * * *', keep: 3 } })
  const chores = choresOf(ctx)
  const database = openDatabase(':memory:')
  for (const { run } of chores) await run({ ctx, database })
  expect(existsSync(`${ctx.config.dataDir}/backups/milepost-2026-03-14.db`)).toBeTrue()
  expect(readdirSync(to).filter((name) => name.startsWith('milepost-'))).toHaveLength(1)
  expect(new Set(chores.map(({ when }) => when)).size).toBe(chores.length)
  for (const { when } of chores) expect(new Cron(when, { paused: true }).nextRun()).not.toBeNull()
})
