import { describe, expect, test } from 'bun:test'
import { readAllResponses } from '../support/all-responses'
import { rides, startArchiveServer } from '../support/archives'
import { deviceRide } from '../support/device-ride'
import { poorRide, richRide } from '../support/same-ride'
import type { ZipMember } from '../support/tracks/zip'

const PATH = '/api/workouts/upload-tasks'
const richer = { duplicates: 'replace-if-richer' }

/** A server whose archives become tasks, its responses, and functions to import and undo. */
async function open() {
  const server = await startArchiveServer()
  const { call, user, ctx } = server
  const run = async (members: readonly ZipMember[], data: object = richer) => {
    const id = await server.queue(members, data)
    await server.serve()
    return id
  }
  const undo = async (id: string) => (await call('POST', `${PATH}/${id}/undo`, { as: user })).body
  const report = async (id: string) => {
    const { body } = await call('GET', `${PATH}/${id}/report`, { as: user })
    return String(body)
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/,\w{22}$/, ''))
  }
  const files = async () => {
    const kept = await ctx.db.selectFrom('kept_originals').select('path').orderBy('path').execute()
    const own = await ctx.db.selectFrom('workouts').select('original_file').execute()
    return [...kept.map(({ path }) => path), ...own.map((row) => row.original_file)].toSorted()
  }
  return { ...server, run, undo, report, files, answers: () => readAllResponses(call, user) }
}

const poor: ZipMember = { name: 'ride.gpx', content: poorRide }
const rich: ZipMember = { name: 'ride.fit', content: richRide() }
const richest: ZipMember = { name: 'ride-2.fit', content: richRide({ cadence: 80, power: 200 }) }

describe('undoing an import that replaced a recording', () => {
  test('restores the poorer one, with every response as before, to the byte', async () => {
    const server = await open()
    await server.record('mine.gpx', poorRide, { title: 'By the lake', notes: 'n' })
    const [before, files] = [await server.answers(), await server.files()]
    const id = await server.run([rich, ...rides(3)])
    expect(await server.report(id)).toEqual([
      'ride.fit,replaced,its recording is richer',
      ...['1.gpx,new,', '2.gpx,new,', '3.gpx,new,'],
    ])
    expect((await server.get('/api/workouts')).body.data.workouts).toContainEqual(
      expect.objectContaining({ title: 'By the lake', ave_hr: 120 }),
    )
    const replaced = (await server.files()).filter((file) => !files.includes(file))
    expect(await server.undo(id)).toEqual({
      ...{ removed: 3, restored: 1, left: 0 },
      status: 'success',
    })
    expect(await server.answers()).toEqual(before)
    expect(await server.files()).toEqual(files)
    for (const file of files) expect(await server.ctx.files.exists(file ?? '')).toBe(true)
    for (const file of replaced) expect(await server.ctx.files.exists(file ?? '')).toBe(false)
    expect(await server.ctx.db.selectFrom('former_recordings').selectAll().execute()).toEqual([])
    expect((await server.report(id))[0]).toBe('ride.fit,undone,')
  })

  test('restores the search by place', async () => {
    const server = await open()
    await server.record('mine.gpx', poorRide)
    const near = () =>
      server.ctx.db.selectFrom('segment_pieces').select(['user_id', 'places']).execute()
    const boxes = () =>
      server.ctx.db
        .selectFrom('segment_piece_boxes')
        .select(['south', 'north', 'west', 'east'])
        .execute()
    const before = [await near(), await boxes()]
    await server.undo(await server.run([rich, ...rides(2)]))
    expect([await near(), await boxes()]).toEqual(before)
  })

  test('restores laps and sensors of the previous recording', async () => {
    const server = await open()
    const { id } = await server.record('mine.fit', deviceRide())
    const told = () =>
      Promise.all(
        ['analysis', 'chart_data?streams=all'].map(
          async (part) => (await server.get(`/api/workouts/${id}/${part}`)).body.data,
        ),
      )
    const before = await told()
    expect(before[0].analysis.laps).toHaveLength(2)
    const task = await server.run([
      { name: 'ride.fit', content: deviceRide({ power: 200, isWhole: true }) },
      ...rides(2),
    ])
    const [other] = await told()
    expect(other.analysis.laps).toEqual([])
    expect(await server.undo(task)).toMatchObject({ restored: 1 })
    expect(await told()).toEqual(before)
  })

  test('restores numbers that were entered manually', async () => {
    const server = await open()
    const start = { workout_date: '2024-05-04 10:00', duration: 59, distance: 0.8 }
    await server.enter({ ...start, title: 'Typed', ascent: 5, descent: 4 })
    const before = await server.answers()
    const id = await server.run([rich, ...rides(2)])
    expect((await server.report(id))[0]).toStartWith('ride.fit,')
    await server.undo(id)
    expect(await server.answers()).toEqual(before)
  })

  test('keeps texts that were written since', async () => {
    const server = await open()
    const { id: ride } = await server.record('mine.gpx', poorRide, { title: 'Before' })
    const id = await server.run([rich, ...rides(2)])
    await server.send('PATCH', `/api/workouts/${ride}`, { json: { title: 'After' } })
    expect(await server.undo(id)).toMatchObject({ restored: 1 })
    const { body } = await server.get(`/api/workouts/${ride}`)
    expect(body.data.workouts).toMatchObject([
      { title: 'After', ave_hr: null, original_file: 'gpx' },
    ])
  })

  test('assigns a new URL to the map when it is less visible now', async () => {
    const server = await open()
    const levels = ['workout_visibility', 'analysis_visibility', 'map_visibility']
    const all = (level: string) => Object.fromEntries(levels.map((name) => [name, level]))
    const ride = await server.record('mine.gpx', poorRide, all('public'))
    const id = await server.run([rich, ...rides(2)])
    await server.send('PATCH', `/api/workouts/${ride.id}`, { json: all('private') })
    await server.undo(id)
    const { body } = await server.get(`/api/workouts/${ride.id}`)
    expect(body.data.workouts[0].map).toBeString()
    expect(body.data.workouts[0].map).not.toBe(ride.map)
  })

  test('skips and reports a workout whose sport was changed since', async () => {
    const server = await open()
    const { id: ride } = await server.record('mine.gpx', poorRide)
    const id = await server.run([rich, ...rides(2)])
    await server.send('PATCH', `/api/workouts/${ride}`, { json: { sport_id: 5 } })
    expect(await server.undo(id)).toMatchObject({ restored: 0, left: 1 })
    expect((await server.report(id))[0]).toBe(
      'ride.fit,replaced,not undone: the workout has another sport by now',
    )
  })
})

test('undoing an import deletes both parts of a recording that was split since', async () => {
  const server = await open()
  const before = await server.answers()
  const id = await server.run([rich, ...rides(2)])
  const { workouts } = (await server.get('/api/workouts')).body.data
  const workout = workouts.find((one: { ave_hr: number | null }) => one.ave_hr === 120)
  const start = Date.parse(workout.workout_date)
  const split = await server.send('POST', `/api/workouts/${workout.id}/edits`, {
    json: { edits: [{ kind: 'split', at: new Date(start + 30_000).toISOString() }] },
  })
  expect(split.body.data.workouts).toHaveLength(2)
  expect(await server.undo(id)).toMatchObject({ removed: 3, left: 0 })
  expect(await server.answers()).toEqual(before)
  expect(await server.files()).toEqual([])
})

test('simultaneous undo requests undo an import once', async () => {
  const server = await open()
  await server.record('mine.gpx', poorRide)
  const before = await server.answers()
  const id = await server.run([rich, ...rides(3)])
  const undone = await Promise.all([1, 2, 3].map(() => server.undo(id)))
  const sum = (name: string) => undone.reduce((total, body) => total + body[name], 0)
  expect([sum('removed'), sum('restored'), sum('left')]).toEqual([3, 1, 0])
  expect(await server.answers()).toEqual(before)
})

describe('undoing an import that kept secondary files', () => {
  test('deletes them and nothing else', async () => {
    const server = await open()
    await server.record('mine.fit', richRide())
    const [before, files] = [await server.answers(), await server.files()]
    const id = await server.run([poor, ...rides(2)])
    expect((await server.report(id))[0]).toBe('ride.gpx,already there,kept beside it')
    expect(await server.files()).toHaveLength(4)
    expect(await server.undo(id)).toMatchObject({ removed: 2, restored: 1 })
    expect(await server.answers()).toEqual(before)
    expect(await server.files()).toEqual(files)
  })
})

describe('undoing several imports', () => {
  test('restores earlier states step by step', async () => {
    const server = await open()
    await server.record('mine.gpx', poorRide)
    const states = [await server.answers()]
    const ids: string[] = []
    for (const member of [rich, richest]) {
      ids.push(await server.run([member, ...rides(2)]))
      states.push(await server.answers())
    }
    for (const id of ids.toReversed()) {
      states.pop()
      await server.undo(id)
      expect(await server.answers()).toEqual(states.at(-1) ?? {})
    }
  })

  test('skips workouts that a later import uses, until that is undone', async () => {
    const server = await open()
    const first = await server.run([poor, ...rides(2)])
    const second = await server.run([rich, ...rides(2)])
    expect(await server.undo(first)).toMatchObject({ removed: 2, left: 1 })
    expect((await server.report(first))[0]).toBe(
      'ride.gpx,new,not undone: a later import added a recording to the workout',
    )
    expect(await server.workouts()).toBe(1)
    expect(await server.undo(second)).toMatchObject({ removed: 0, restored: 1 })
    expect(await server.undo(first)).toMatchObject({ removed: 1, left: 0 })
    expect(await server.workouts()).toBe(0)
    expect(await server.files()).toEqual([])
  })

  test('preserves recordings that were merged into one of its workouts', async () => {
    const server = await open()
    const mine = await server.record('mine.fit', richRide())
    const id = await server.run([poor, ...rides(2)], { duplicates: 'allow' })
    const { body } = await server.get('/api/workouts/duplicates')
    const [pair] = body.data.duplicates
    const other = pair.workouts.find((workout: { id: string }) => workout.id !== mine.id)
    await server.send('POST', '/api/workouts/duplicates/merge', {
      json: { workout_ids: [other.id, mine.id] },
    })
    expect(await server.undo(id)).toMatchObject({ removed: 2, left: 1 })
    expect((await server.get(`/api/workouts/${other.id}`)).body.data.workouts).toMatchObject([
      { ave_hr: 120 },
    ])
  })
})

test('an import whose report is deleted keeps no data for an undo', async () => {
  const server = await open()
  await server.record('mine.gpx', poorRide)
  const id = await server.run([rich, ...rides(2)])
  const former = () => server.ctx.db.selectFrom('former_recordings').select('made').execute()
  expect(await former()).toHaveLength(1)
  await server.send('DELETE', `${PATH}/${id}`)
  expect(await former()).toEqual([])
})
