import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer as listen } from '@/server/server'
import { openDatabase } from '@/store/db/connections/open'
import { afterTest } from '../support/after-test'
import { aRide, rides, startArchiveServer } from '../support/archives'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { smallDisk } from '../support/small-disk'

const disk = smallDisk(24_000)
const noSpace = {
  status: 507,
  body: {
    message: 'no space left on the server: delete something, or ask its administrator for more',
    status: 'error',
  },
}

/** Appends to a file. Returns false when the disk is full. */
function append(file: string, bytes: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    return true
  } catch {
    return false
  }
}

/** A server with two workouts and its data on a disk that `fill` fills. */
async function scene() {
  const dataDir = mkdtempSync(join(disk ?? '', 'data-'))
  afterTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const file = join(dataDir, 'milepost.db')
  writeFileSync(file, PREPARED_DATABASE)
  const settings = { dataDir, uploadsDir: join(dataDir, 'uploads'), host: '127.0.0.1', port: 0 }
  const server = await startArchiveServer({}, settings, openDatabase(file))
  server.ctx.reserve.hold()
  const one = await server.record('1.gpx', aRide(1))
  const two = await server.record('2.gpx', aRide(2))
  const filler = join(dataDir, 'filler')
  const fill = () => {
    for (const size of [1_000_000, 4096]) while (append(filler, size));
  }
  return {
    ...server,
    one,
    two,
    fill,
    free: () => rmSync(filler),
    reserve: join(dataDir, 'reserve'),
  }
}

describe.skipIf(!disk)('when the disk is full', () => {
  test('uploads and edits are rejected with that reason, and deletions succeed', async () => {
    const { upload, send, get, one, two, fill, free, reserve } = await scene()
    expect(existsSync(reserve)).toBeTrue()
    fill()
    expect(await upload('3.gpx', aRide(3))).toMatchObject(noSpace)
    expect((await send('DELETE', `/api/workouts/${one.id}`)).status).toBe(204)
    expect(await upload('3.gpx', aRide(3))).toMatchObject(noSpace)
    const { body } = await get('/api/workouts')
    expect(body.data.workouts.map(({ id }: { id: string }) => id)).toEqual([two.id])
    free()
    expect((await upload('3.gpx', aRide(3))).status).toBe(201)
    expect(existsSync(reserve)).toBeTrue()
  })

  test('an edit is rejected with that reason, and the first error is logged', async () => {
    const { ctx, send, two, fill } = await scene()
    const reasons: unknown[] = []
    ctx.log.warn = (facts: object) => void reasons.push(facts)
    fill()
    const edit = () =>
      send('PATCH', `/api/workouts/${two.id}`, { json: { notes: 'x'.repeat(9000) } })
    const { status } = await edit()
    expect([200, 507]).toContain(status)
    expect(await edit()).toMatchObject({ status: 200 })
    expect(JSON.stringify(reasons)).not.toContain('rollback')
  })

  test('deletions succeed at once', async () => {
    const { ctx, user, two, fill } = await scene()
    const server = listen(ctx)
    fill()
    const authorization = `Bearer ${await ctx.sessions.issue(user.id, user.session_epoch)}`
    const url = new URL(`/api/workouts/${two.id}`, server.url)
    const { status } = await fetch(url, { method: 'DELETE', headers: { authorization } })
    await server.stop()
    expect(status).toBe(204)
  })

  test('an import waits and continues when there is space', async () => {
    const server = await scene()
    const id = await server.queue(rides(3))
    server.fill()
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'queued', new_workouts_count: 0 })
    server.free()
    await server.serve()
    expect(await server.task(id)).toMatchObject({ status: 'successful', new_workouts_count: 3 })
  })
})
