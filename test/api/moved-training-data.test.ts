import { describe, expect, test } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { writeTo } from '@/store/db/connections/transact'
import { insertTask } from '@/store/db/queries/tasks/user-tasks'
import { listUsersWithWrongLoadSums } from '@/store/db/queries/workouts/workout-loads'
import { importTrainingData } from '@/use-cases/imports/services/import-weights'
import { updateLoads } from '@/use-cases/training/update-loads'
import { startArchiveServer } from '../support/archives'
import { steadyGpx } from '../support/steady-gpx'
import type { ZipMember } from '../support/tracks/zip'

const EXPORT = '/api/auth/account/export'
const OWNER = { timezone: 'Europe/Paris' }

type Server = Awaited<ReturnType<typeof open>>

async function open() {
  const server = await startArchiveServer(OWNER)
  server.clock.set('2026-03-10T12:00:00Z')
  const put = (path: string, json: object) => server.send('PUT', path, { json })
  return {
    ...server,
    threshold: (path: string, value: number) => put(`/api/thresholds/${path}`, { value }),
    weigh: (day: string, weight: number) => put(`/api/auth/profile/weights/${day}`, { weight }),
    rules: (json: object) => server.send('PATCH', '/api/thresholds/rules', { json }),
  }
}

/** The data export of the user of a server. */
async function exported(server: Server): Promise<Uint8Array> {
  await server.send('POST', `${EXPORT}/request`, { json: {} })
  await server.serve()
  const { file_name } = (await server.get(EXPORT)).body.request
  const token = await server.ctx.sessions.issue(server.user.id, server.user.session_epoch)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.handle(
    new Request(`http://localhost${EXPORT}/${file_name}`, { headers }),
  )
  return answer.bytes()
}

/** Uploads a data export. Returns the id of the import. */
async function moveIn(server: Server, archive: Uint8Array): Promise<string> {
  const { body } = await server.upload('export.zip', archive, { sport_id: undefined })
  await server.serve()
  return body.data.task_id
}

/** All thresholds, weights, loads and zones. */
async function measuresOf({ get, ctx }: Server) {
  await updateLoads(ctx, () => false)
  const { rules, thresholds } = (await get('/api/thresholds')).body.data
  const { workouts } = (await get('/api/workouts?order=asc')).body.data
  const loads = await Promise.all(
    workouts.map(async ({ id }: { id: string }) => [
      ...[id, (await get(`/api/workouts/${id}/load`)).body.data.load],
    ]),
  )
  return {
    ...{ rules, thresholds, loads },
    weights: (await get('/api/auth/profile/weights')).body.data,
    days: (await get('/api/load')).body.data,
    periods: (await get('/api/load/periods?time=month&from=2020-01-01')).body.data,
    zones: (await get('/api/thresholds/zones?sport_id=5')).body.data,
  }
}

/** A server with everything that loads are computed from. */
async function trained() {
  const server = await open()
  for (const [kind, value] of Object.entries({ max_hr: 190, resting_hr: 50, lthr: 160, ftp: 250 }))
    await server.threshold(`${kind}/2020-01-01`, value)
  await server.threshold('threshold_pace/2026-01-01', 300)
  await server.threshold('threshold_pace/2026-03-02', 280)
  await server.threshold('max_hr/2026-01-01?sport_id=5', 195)
  await server.weigh('2026-01-02', 72.5)
  await server.weigh('2025-06-01', 74)
  await server.rules({
    ...{ heart_rate_model: 'lthr', trimp_weighting: 'women', energy_by_heart_rate: 'women' },
  })
  const run = { minutes: 60, speed: 3, hr: 150 }
  const ride = { minutes: 60, speed: 8, power: 200, hr: 150 }
  await server.record('run.gpx', steadyGpx({ start: '2026-03-01T09:00:00Z', ...run }), {
    sport_id: 5,
  })
  await server.record('ride.gpx', steadyGpx({ start: '2026-03-02T09:00:00Z', ...ride }))
  const byHand = { sport_id: 5, distance: 9, duration: 3600, workout_date: '2026-03-03 10:00' }
  await server.enter(byHand)
  return server
}

describe('an account that moves to another server', () => {
  test('has the same thresholds, weights, loads and zones there', async () => {
    const old = await trained()
    const before = await measuresOf(old)
    expect(before.loads).toHaveLength(3)
    const server = await open()
    await moveIn(server, await exported(old))
    expect(await measuresOf(server)).toEqual(before)
    expect(await listUsersWithWrongLoadSums(server.ctx.db)).toEqual([])
    // A second import creates no duplicates.
    await moveIn(server, await exported(old))
    expect(await measuresOf(server)).toEqual(before)
  })

  test('keeps its existing values there, and has loads of existing workouts recomputed', async () => {
    const old = await trained()
    const server = await open()
    await server.threshold('threshold_pace/2026-01-01', 240)
    await server.weigh('2026-01-02', 80)
    await server.rules({ heart_rate_model: 'max' })
    const workout = await server.enter({
      ...{ sport_id: 5, distance: 12, duration: 3600, workout_date: '2026-03-08 10:00' },
    })
    await moveIn(server, await exported(old))
    const { thresholds, weights, rules, loads } = await measuresOf(server)
    const paces = thresholds.filter(({ kind }: { kind: string }) => kind === 'threshold_pace')
    expect(paces).toEqual([
      { kind: 'threshold_pace', sport_id: null, day: '2026-03-02', value: 280 },
      { kind: 'threshold_pace', sport_id: null, day: '2026-01-01', value: 240 },
    ])
    expect(weights.weights.map(({ weight }: { weight: number }) => weight)).toEqual([80, 74])
    expect(rules).toEqual({
      heart_rate_model: 'max',
      trimp_weighting: 'mean',
      energy_by_heart_rate: 'none',
    })
    // 12 km/h with a threshold of 280 s/km since the second of March.
    const there = loads.find(([id]: [string]) => id === workout.id)
    expect(there?.[1].load.intensity_factor).toBe(0.933)
  })

  test('is restored when the import is undone, except for later values', async () => {
    const old = await trained()
    const server = await open()
    const before = await measuresOf(server)
    const archive = await exported(old)
    const undo = (id: string) => server.send('POST', `/api/workouts/upload-tasks/${id}/undo`)
    await undo(await moveIn(server, archive))
    expect(await measuresOf(server)).toEqual(before)
    const again = await moveIn(server, archive)
    await server.threshold('ftp/2020-01-01', 260)
    await server.weigh('2025-06-01', 75)
    await server.rules({ trimp_weighting: 'men' })
    await undo(again)
    expect(await measuresOf(server)).toMatchObject({
      thresholds: [{ kind: 'ftp', value: 260 }],
      weights: { weights: [{ day: '2025-06-01', weight: 75 }] },
      rules: { heart_rate_model: 'lthr', trimp_weighting: 'men' },
    })
  })

  test('skips impossible values', async () => {
    const server = await open()
    const json = (name: string, content: unknown): ZipMember => ({
      name,
      content: JSON.stringify(content),
    })
    await server.queue(
      [
        json('user_workouts_data.json', []),
        json('user_weights_data.json', [
          { day: '2026-01-01', weight: 7000 },
          { day: '2027-01-01', weight: 70 },
          { day: 'today', weight: 70 },
          { day: '2026-01-01' },
          'heavy',
          { day: '2026-02-01', weight: 70 },
        ]),
        json('user_thresholds_data.json', [
          { kind: 'ftp', sport_id: null, day: '2026-01-01', value: 9000 },
          { kind: 'ftp', sport_id: null, day: '2026-01-01', value: 250.5 },
          { kind: 'ftp', sport_id: 'cycling', day: '2026-01-01', value: 250 },
          { kind: 'ftp', sport_id: 999, day: '2026-01-01', value: 250 },
          { kind: 'vo2max', sport_id: null, day: '2026-01-01', value: 50 },
          { kind: 'ftp', sport_id: null, day: '1850-01-01', value: 250 },
          { kind: 'ftp', sport_id: null, value: 250 },
        ]),
        json('user_zone_rules_data.json', [{ heart_rate_model: 'moon', trimp_weighting: 'men' }]),
      ],
      { sport_id: undefined },
    )
    await server.serve()
    const { thresholds, rules, weights } = await measuresOf(server)
    expect(thresholds).toEqual([])
    expect(rules).toEqual({
      heart_rate_model: 'max',
      trimp_weighting: 'mean',
      energy_by_heart_rate: 'none',
    })
    expect(weights.weights).toEqual([{ day: '2026-02-01', weight: 70 }])
  })

  test('lets other requests through, however long the list is', async () => {
    const { ctx, user } = await open()
    const { id: taskId } = await writeTo(ctx.db, (tx) =>
      insertTask(tx, {
        ...{ short_id: ctx.ids.shortId(), user_id: user.id, created_at: 0 },
        type: 'workouts_archive_upload',
      }),
    )
    const dayAfter = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10)
    const weights = Array.from({ length: 5000 }, (_, i) => ({ day: dayAfter(i), kilograms: 70 }))
    let [turns, isDone] = [0, false]
    const counting = (async () => {
      while (!isDone) {
        await setImmediate()
        turns += 1
      }
    })()
    await importTrainingData(
      ctx,
      { user, taskId },
      { weights, thresholds: [], zoneRules: undefined },
    )
    isDone = true
    await counting
    expect(turns).toBeGreaterThanOrEqual(10)
  })
})
