import { describe, expect, test } from 'bun:test'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const METRES_PER_DEGREE = 111_319.49
const START = Date.UTC(2024, 5, 2, 10)

/** An instant, in seconds after the start. */
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString()

/** Ways along the equator: seconds and metres a second of each, a point every five seconds. */
function track(parts: readonly (readonly [seconds: number, speed: number])[], day = 0) {
  const metres: number[] = [0]
  for (const [seconds, speed] of parts)
    for (let i = 0; i < seconds; i += 5) metres.push((metres.at(-1) ?? 0) + speed * 5)
  return gpxOf(
    samplePoints(metres.length, (i) => ({
      lat: 0,
      lon: ((metres[i] ?? 0) / METRES_PER_DEGREE).toFixed(9),
      ...{ ele: 100, hr: 140, power: 200 },
      time: new Date(START + day * 86_400_000 + i * 5000).toISOString(),
    })),
  )
}

/** Twenty minutes of running and forty in a car. */
const RUN_AND_CAR = track([
  [1200, 3],
  [2400, 20],
])
const RUNNING = { sport_id: 5, workout_visibility: 'public' }

async function startRunner(content = RUN_AND_CAR) {
  const server = await startWorkoutServer()
  const run = await server.record('run.gpx', content, RUNNING)
  const path = `/api/workouts/${run.id}`
  const edit = (json: object, more = {}) => server.send('POST', `${path}/edits`, { json, ...more })
  const undo = (query = '', id = run.id) =>
    server.send('DELETE', `/api/workouts/${id}/edits${query}`)
  const best = async (target: number) => {
    const { body } = await server.get('/api/efforts?sport_id=5')
    return body.data.efforts.find(
      (one: { kind: string; target: number }) => one.kind === 'distance' && one.target === target,
    )
  }
  return { ...server, run, path, edit, undo, best }
}

const trim = (from: number | null, to: number | null) => ({
  kind: 'trim',
  from: from === null ? null : at(from),
  to: to === null ? null : at(to),
})

describe('POST /api/workouts/:workout_short_id/edits', () => {
  test('trims a run that ended in a car, so that it spoils no ranking', async () => {
    const { run, edit, best, get, path, record } = await startRunner()
    expect((await best(1000)).value).toBeLessThan(60)
    const { body: found } = await get(`${path}/edits`)
    expect(found.data).toEqual({
      edits: [],
      parts: [],
      suggestions: [{ edit: { kind: 'trim', from: null, to: at(1200) }, reason: 'too_fast' }],
    })
    const [{ edit: suggested }] = found.data.suggestions
    const { status, body } = await edit({ edits: [suggested] })
    expect(status).toBe(200)
    const [trimmed] = body.data.workouts
    expect(trimmed).toMatchObject({ id: run.id, edited: true, workout_date: run.workout_date })
    expect(trimmed.distance).toBeCloseTo(3.6, 1)
    expect(trimmed.best_pace).toBe('0:05:33')
    expect(trimmed.duration).toBe('0:20:00')
    expect((await best(1000)).value).toBeCloseTo(333, -1)
    const faster = await record('faster.gpx', track([[1200, 4]], 1), RUNNING)
    expect((await best(1000)).workout_id).toBe(faster.id)
    const records = (await get('/api/records')).body.data.records
    const fastest = records.filter(
      ({ record_type }: { record_type: string }) => record_type === 'BP',
    )
    expect(fastest.map(({ workout_id }: { workout_id: string }) => workout_id)).toEqual([faster.id])
  })

  test('keeps the original, and applies the edits whenever the recording is read again', async () => {
    const { call, user, send, edit, path, upload } = await startRunner()
    const before = await call('GET', `${path}/original/download`, { as: user })
    await edit({ edits: [trim(null, 1200)] })
    const after = await call('GET', `${path}/original/download`, { as: user })
    expect(after.body).toBe(before.body)
    expect(before.body).toContain('<gpx')
    const { body } = await send('POST', `${path}/refresh`)
    expect(body.data.workouts[0].duration).toBe('0:20:00')
    const cycling = await send('PATCH', path, { json: { sport_id: 1 } })
    expect(cycling.body.data.workouts[0].duration).toBe('0:20:00')
    const again = await upload('run.gpx', RUN_AND_CAR, { ...RUNNING, duplicates: 'skip' })
    expect(again.status).toBe(200)
  })

  test('moves the start of the workout, and undoing restores everything', async () => {
    const { run, edit, undo, path, get } = await startRunner()
    const { body } = await edit({ edits: [trim(600, null)] })
    expect(body.data.workouts[0].workout_date).toBe(new Date(START + 600_000).toUTCString())
    await edit({ edits: [trim(null, 1200)] })
    expect((await get(`${path}/edits`)).body.data.edits).toHaveLength(2)
    const once = await undo()
    expect(once.body.data.workouts[0].duration).toBe('0:50:00')
    const twice = await undo()
    const {
      modification_date: _,
      map: __,
      segments: ___,
      records: ____,
      ...restored
    } = twice.body.data.workouts[0]
    expect(run).toMatchObject(restored)
    expect(twice.body.data.workouts[0]).not.toHaveProperty('edited')
    expect((await undo()).status).toBe(400)
    await edit({ edits: [trim(600, null)] })
    await edit({ edits: [trim(null, 1200)] })
    const all = await undo('?all=true')
    expect(all.body.data.workouts[0].duration).toBe('1:00:00')
  })

  test('removes a section, which counts neither as time in motion nor as distance', async () => {
    const { edit } = await startRunner(track([[1200, 3]]))
    const { body } = await edit({ edits: [{ kind: 'remove', from: at(301), to: at(599) }] })
    const [removed] = body.data.workouts
    expect(removed.segments).toHaveLength(2)
    expect(removed.duration).toBe('0:20:00')
    expect(removed.moving).toBe('0:15:00')
    expect(removed.pauses).toBe('0:05:00')
    expect(removed.distance).toBeCloseTo(2.7, 1)
  })

  test('deletes spikes of the positions', async () => {
    const away = samplePoints(600, (i) => ({
      lat: i > 299 && i < 303 ? 0.5 : 0,
      lon: ((i * 3) / METRES_PER_DEGREE).toFixed(9),
      hr: i === 100 ? 254 : 140,
      ele: 100,
      time: at(i),
    }))
    const { edit, get, path } = await startRunner(gpxOf(away))
    const { suggestions } = (await get(`${path}/edits`)).body.data
    expect(suggestions).toEqual([{ edit: { kind: 'spikes', max_speed: 12.5 }, reason: 'spikes' }])
    const { body } = await edit({ edits: [{ kind: 'spikes' }] })
    const [workout] = body.data.workouts
    expect(workout.distance).toBeCloseTo(1.8, 1)
    expect(workout.max_hr).toBe(140)
    expect((await get(`${path}/edits`)).body.data.suggestions).toEqual([])
    expect((await edit({ edits: [{ kind: 'spikes' }] })).status).toBe(400)
  })

  test('rejects what is invalid, changes nothing or leaves too little', async () => {
    const { edit } = await startRunner()
    for (const edits of [
      [],
      [{ kind: 'trim' }],
      [{ kind: 'trim', from: 'yesterday' }],
      [{ kind: 'trim', from: at(600), to: at(300) }],
      [{ kind: 'remove', from: at(600) }],
      [{ kind: 'shorten' }],
      [{ kind: 'split', at: at(600) }, { kind: 'spikes' }],
      [trim(-100, 5000)],
      [{ kind: 'remove', from: at(9000), to: at(9100) }],
      [trim(2, 7)],
      [{ kind: 'split', at: at(0) }],
      [{ kind: 'split', at: at(9000) }],
      Array.from({ length: 21 }, (_, i) => trim(i * 10 + 10, null)),
    ]) {
      const { status, body } = await edit({ edits })
      expect({ edits, status, message: body.message }).toMatchObject({ status: 400 })
    }
  })

  test('accepts up to 100 edits of one recording', async () => {
    const { edit } = await startRunner()
    for (let i = 0; i < 5; i++) {
      const edits = Array.from({ length: 20 }, (_, each) => trim(i * 100 + each * 5 + 5, null))
      expect((await edit({ edits })).status).toBe(200)
    }
    expect((await edit({ edits: [trim(null, 2000)] })).status).toBe(400)
  })

  test('is only for the owner, with a token that may write', async () => {
    const { ctx, edit, call, path, send } = await startRunner()
    const json = { edits: [trim(null, 1200)] }
    expect((await call('POST', `${path}/edits`, { json })).status).toBe(401)
    const as = await aUser(ctx)
    expect((await edit(json, { as })).status).toBe(403)
    expect((await send('GET', `${path}/edits`, { as })).status).toBe(403)
    expect((await send('DELETE', `${path}/edits`, { as })).status).toBe(403)
    expect((await send('POST', `${path}/edits/preview`, { as, json })).status).toBe(403)
    expect((await send('GET', '/api/workouts/unknown/edits')).status).toBe(404)
  })

  test('needs a recording', async () => {
    const { enter, send } = await startRunner()
    const { id } = await enter()
    const edited = await send('POST', `/api/workouts/${id}/edits`, {
      json: { edits: [trim(null, 1200)] },
    })
    expect(edited.status).toBe(400)
  })
})

describe('POST /api/workouts/:workout_short_id/edits/preview', () => {
  test('measures without storing', async () => {
    const { send, path, get, run } = await startRunner()
    const { body, status } = await send('POST', `${path}/edits/preview`, {
      json: { edits: [trim(null, 1200)] },
    })
    expect(status).toBe(200)
    const { before, after, other, removed, line } = body.data.preview
    expect(before.duration).toBe('1:00:00')
    expect(after.duration).toBe('0:20:00')
    expect(other).toBeNull()
    expect(removed).toEqual([480])
    expect(line.coordinates[0].at(-1)[0]).toBeCloseTo(3600 / METRES_PER_DEGREE, 4)
    const stored = (await get(path)).body.data.workouts[0]
    expect(stored).toEqual(run)
  })

  test('shows both parts of a split', async () => {
    const { send, path } = await startRunner()
    const { body } = await send('POST', `${path}/edits/preview`, {
      json: { edits: [{ kind: 'split', at: at(1205) }] },
    })
    const { after, other } = body.data.preview
    expect([after.duration, other.duration]).toEqual(['0:20:00', '0:39:55'])
  })
})

describe('a recording that is split', () => {
  async function startSplit() {
    const server = await startRunner()
    const { body } = await server.edit({ edits: [{ kind: 'split', at: at(1205) }] })
    const [first, second] = body.data.workouts
    return { ...server, first, second }
  }

  test('becomes two workouts, which are no duplicates and have a file each', async () => {
    const { run, first, second, get, call, user, path, send, upload } = await startSplit()
    expect(first).toMatchObject({ id: run.id, duration: '0:20:00' })
    expect(second).toMatchObject({ title: run.title, duration: '0:39:55', edited: true })
    expect(second.sport_id).toBe(5)
    expect((await get('/api/workouts/duplicates')).body.data.duplicates).toEqual([])
    expect((await get(`${path}/edits`)).body.data.parts).toEqual([first.id, second.id])
    await send('DELETE', `/api/workouts/${first.id}`)
    const file = await call('GET', `/api/workouts/${second.id}/original/download`, { as: user })
    expect(file.status).toBe(200)
    const again = await send('POST', `/api/workouts/${second.id}/refresh`)
    expect(again.body.data.workouts[0].duration).toBe('0:39:55')
    expect((await upload('run.gpx', RUN_AND_CAR, { ...RUNNING, duplicates: 'skip' })).status).toBe(
      200,
    )
  })

  test('is merged again by undoing the split, unless the other part was edited', async () => {
    const { first, second, undo, get, run, send } = await startSplit()
    expect((await undo('', second.id)).status).toBe(400)
    await send('POST', `/api/workouts/${second.id}/edits`, { json: { edits: [trim(2000, null)] } })
    expect((await undo()).status).toBe(400)
    await undo('', second.id)
    const { status, body } = await undo()
    expect(status).toBe(200)
    expect(body.data.workouts[0]).toMatchObject({ id: first.id, distance: run.distance })
    expect((await get(`/api/workouts/${second.id}`)).status).toBe(404)
    const { workouts } = (await get('/api/workouts')).body.data
    expect(workouts).toHaveLength(1)
  })

  test('can be split again, and each part restored after the other was deleted', async () => {
    const { first, second, send, undo, get } = await startSplit()
    const { body } = await send('POST', `/api/workouts/${second.id}/edits`, {
      json: { edits: [{ kind: 'split', at: at(2400) }] },
    })
    const [, third] = body.data.workouts
    expect((await get(`/api/workouts/${third.id}/edits`)).body.data.parts).toHaveLength(3)
    expect((await undo()).status).toBe(400)
    await send('DELETE', `/api/workouts/${second.id}`)
    await send('DELETE', `/api/workouts/${third.id}`)
    const restored = await undo('', first.id)
    expect(restored.body.data.workouts[0].duration).toBe('1:00:00')
  })
})
