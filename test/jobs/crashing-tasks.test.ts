import { describe, expect, test } from 'bun:test'
import { newLease, releaseLostLeases, releaseOwnLeases } from '@/jobs/leases'
import { runNextTimeSlice, startJobLoop } from '@/jobs/loop'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { claimNextTask, claimTask } from '@/store/db/queries/tasks/user-tasks'
import { rides, startArchiveServer } from '../support/archives'

const TYPE = 'workouts_archive_upload'
type Server = Awaited<ReturnType<typeof startArchiveServer>>

/** A process that leases the next task and crashes, and the next start of the server. */
async function dieWorking({ ctx }: Server): Promise<void> {
  const [host] = newLease(ctx).worker.split('_')
  const dead = { ...newLease(ctx), worker: `${host}_9999999_1` }
  await writeTo(ctx.db, (tx) => claimNextTask(tx, TYPE, dead))
  await releaseLostLeases(ctx)
}

describe('a task that crashes the process', () => {
  test('is given up after three times, and the next one is processed', async () => {
    const server = await startArchiveServer()
    const poison = await server.queue(rides(3))
    for (let death = 1; death <= 3; death++) {
      expect((await server.task(poison)).status).toBe('queued')
      await dieWorking(server)
    }
    await runNextTimeSlice(server.ctx, TYPE)
    const task = await server.task(poison)
    expect(task).toMatchObject({ status: 'errored', new_workouts_count: 0 })
    expect(task.errored_files.archive).toBe(
      'the server stopped unexpectedly 3 times while it processed the archive',
    )
    const next = await server.queue(rides(4))
    await runNextTimeSlice(server.ctx, TYPE)
    expect((await server.task(next)).status).toBe('successful')
  })

  test('continues after fewer crashes, which are reset by progress', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    for (let death = 1; death <= 2; death++) await dieWorking(server)
    await runNextTimeSlice(server.ctx, TYPE)
    expect((await server.task(id)).status).toBe('successful')
    const { crashes } = await server.ctx.db
      .selectFrom('user_tasks')
      .select('crashes')
      .executeTakeFirstOrThrow()
    expect(crashes).toBe(0)
  })

  test('is not one that was asked to stop', async () => {
    const server = await startArchiveServer()
    const { ctx } = server
    const id = await server.queue(rides(3))
    for (let stop = 1; stop <= 4; stop++) {
      await writeTo(ctx.db, (tx) => claimNextTask(tx, TYPE, newLease(ctx)))
      await releaseOwnLeases(ctx)
    }
    await runNextTimeSlice(ctx, TYPE)
    expect((await server.task(id)).status).toBe('successful')
  })

  test('may be one whose worker on another machine went silent', async () => {
    const server = await startArchiveServer()
    const id = await server.queue(rides(3))
    const { id: key } = await server.ctx.db
      .selectFrom('user_tasks')
      .select('id')
      .executeTakeFirstOrThrow()
    for (let death = 1; death <= 4; death++) {
      const claim = { ...newLease(server.ctx), worker: `elsewhere_${death}_1` }
      expect(await writeTo(server.ctx.db, (tx) => claimTask(tx, key, claim))).toBeDefined()
      server.clock.advance(120_001)
    }
    const loop = startJobLoop(server.ctx)
    while ((await server.task(id)).status === 'queued') await Bun.sleep(5)
    await loop.stop()
    expect((await server.task(id)).status).toBe('errored')
  })
})

test('up to a hundred failed files of a task are listed, and the report has all', async () => {
  const server = await startArchiveServer()
  await writeTo(server.ctx.db, (tx) => updateAppConfig(tx, { file_limit_import: 1000 }))
  const broken = Array.from({ length: 250 }, (_, at) => ({
    name: `${String(at).padStart(3, '0')}.gpx`,
    content: '<gpx/>',
  }))
  const id = await server.queue([...rides(1), ...broken])
  await runNextTimeSlice(server.ctx, TYPE)
  const { errored_files: errored } = await server.task(id)
  expect(Object.keys(errored.files)).toHaveLength(100)
  expect(errored.more).toBe(150)
  const { body } = await server.get(`/api/workouts/upload-tasks/${id}/report`)
  expect(body.match(/,failed,/g)).toHaveLength(250)
})
