import { describe, expect, test } from 'bun:test'
import { WEBHOOK_EVENTS } from '@/store/db/schema/columns'
import { alertOwners } from '@/use-cases/instance/alert-owners'
import { rides, startArchiveServer } from '../support/archives'
import { anAdmin } from '../support/factories'
import { startFakeServer } from '../support/fake-server'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'

const bare = samplePoints(60).map(({ hr: _hr, cadence: _c, power: _p, ele: _e, ...point }) => point)
const POOR = gpxOf(bare)
const RICH = gpxOf(samplePoints(60))
const HALF = new Date(String(samplePoints(60)[30]?.time)).toISOString()

/** A server whose user has a webhook for every event; administrators have one for failed backups. */
async function open() {
  const server = await startArchiveServer({}, { webhookPrivateHosts: ['127.0.0.1'] })
  const receiver = startFakeServer(() => new Response('ok'))
  const admin = await anAdmin(server.ctx)
  server.ctx.webhooks.start()
  const create = (as: typeof admin, events: readonly string[]) =>
    server.call('POST', '/api/webhooks', { as, json: { url: `${receiver.url}/hook`, events } })
  const own = WEBHOOK_EVENTS.filter((name) => !/^report|^backup|^notification/.test(name))
  await create(server.user, own)
  await create(admin, ['backup.failed'])
  const received = async () => {
    await server.ctx.webhooks.idle()
    return receiver.asked.splice(0).map(({ body }) => JSON.parse(body))
  }
  const names = async () =>
    (await received()).map(({ type, data }) => `${type} ${data.workout?.id ?? ''}`).toSorted()
  return { ...server, admin, received, names }
}

describe('events of imports', () => {
  test('are one for an archive that is imported in the background, and one when it is undone', async () => {
    const { queue, serve, send, received } = await open()
    const id = await queue(rides(3))
    await serve()
    const url = `http://localhost/workouts/tasks/${id}`
    expect((await received()).map(({ type, data }) => [type, data])).toEqual([
      ['import.finished', { import: { id, files: 3, new_workouts: 3, has_errors: false, url } }],
    ])
    expect((await send('POST', `/api/workouts/tasks/${id}/undo`)).status).toBe(200)
    expect((await received()).map(({ type, data }) => [type, data])).toEqual([
      ['import.undone', { import: { id, removed: 3, restored: 0, left: 0, url } }],
    ])
  })

  test('are those of its workouts for an archive that is imported at once', async () => {
    const { uploadZip, names } = await open()
    const { body } = await uploadZip(rides(2))
    const ids = body.data.workouts.map(({ id }: { id: string }) => `workout.created ${id}`)
    expect(await names()).toEqual(ids.toSorted())
  })

  test('contain a workout whose recording was replaced by a richer one', async () => {
    const { record, upload, names } = await open()
    const { id } = await record('poor.gpx', POOR)
    await names()
    await upload('rich.gpx', RICH, { duplicates: 'replace-if-richer' })
    expect(await names()).toEqual([`workout.changed ${id}`])
  })
})

describe('events of workouts', () => {
  test('follow when a recording is split, and when that is undone', async () => {
    const { record, send, names } = await open()
    const { id } = await record('a.gpx', RICH)
    await names()
    const edits = [{ kind: 'split', at: HALF }]
    const { status, body } = await send('POST', `/api/workouts/${id}/edits`, { json: { edits } })
    expect([status, body.message]).toEqual([200, undefined])
    const second = body.data.workouts[1].id
    expect(await names()).toEqual([`workout.changed ${id}`, `workout.created ${second}`])
    expect((await send('DELETE', `/api/workouts/${id}/edits`)).status).toBe(200)
    expect(await names()).toEqual([`workout.changed ${id}`, `workout.deleted ${second}`])
  })

  test('follow when two workouts are merged', async () => {
    const { record, send, names } = await open()
    const keep = (await record('poor.gpx', POOR)).id
    const other = (await record('rich.gpx', RICH)).id
    await names()
    const json = { workout_ids: [keep, other] }
    expect((await send('POST', '/api/workouts/duplicates/merge', { json })).status).toBe(200)
    expect(await names()).toEqual([`workout.changed ${keep}`, `workout.deleted ${other}`])
  })

  test('follow when a recording is measured again', async () => {
    const { record, send, names } = await open()
    const { id } = await record('a.gpx', RICH)
    await names()
    await send('POST', `/api/workouts/${id}/refresh`)
    expect(await names()).toEqual([`workout.changed ${id}`])
  })

  test('say that a moderator has suspended a workout', async () => {
    const { record, send, received, admin } = await open()
    const { id } = await record('a.gpx', RICH, { workout_visibility: 'public' })
    await received()
    const json = { object_id: id, object_type: 'workout', note: 'spam' }
    const report = await send('POST', '/api/reports', { json, as: admin })
    expect(report.status).toBe(201)
    const act = (action_type: string) =>
      send('POST', `/api/reports/${report.body.report?.id ?? 1}/actions`, {
        json: { action_type, workout_id: id },
        as: admin,
      })
    for (const isSuspended of [true, false]) {
      await act(isSuspended ? 'workout_suspension' : 'workout_unsuspension')
      expect((await received()).map(({ type, data }) => [type, data.workout.is_suspended])).toEqual(
        [['workout.changed', isSuspended]],
      )
    }
  })
})

test('a failed backup reaches the administrators', async () => {
  const { ctx, received } = await open()
  await alertOwners(ctx, 'backup_failed', { folder: '/mnt/backups' })
  expect((await received()).map(({ type, data }) => [type, data])).toEqual([
    ['backup.failed', { backup: { folder: '/mnt/backups' } }],
  ])
})
