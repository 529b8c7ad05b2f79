import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { Cron } from 'croner'
import { openDatabase } from '@/db/open'
import { claimNextTask } from '@/db/queries/user-tasks'
import { newClaim, releaseLostClaims } from '@/jobs/claims'
import { startJobLoop } from '@/jobs/loop'
import { CHORES } from '@/jobs/schedule'
import { rides, startArchiveServer } from '../support/archives'

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
  const claim = (worker: string) => claimNextTask(db, TYPE, { ...newClaim(server.ctx), worker })
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
  const { ctx } = await startArchiveServer()
  const database = openDatabase(':memory:')
  for (const { run } of CHORES) await run({ ctx, database })
  expect(existsSync(`${ctx.config.dataDir}/backups/milepost-2026-03-14.db`)).toBeTrue()
  expect(new Set(CHORES.map(({ when }) => when)).size).toBe(CHORES.length)
  for (const { when } of CHORES) expect(new Cron(when, { paused: true }).nextRun()).not.toBeNull()
  await database.db.destroy()
})
