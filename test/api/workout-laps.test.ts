import { describe, expect, test } from 'bun:test'
import { deviceRide } from '../support/device-ride'
import { aUser } from '../support/factories'
import { fitFile, fitTime, lap, poolLength, record } from '../support/tracks/fit'
import { gpxText } from '../support/tracks/gpx'
import { gymSession } from '../support/tracks/gym'
import { samplePoints } from '../support/tracks/points'
import { poolSwim } from '../support/tracks/swims'
import { startWorkoutServer } from '../support/workouts'

const START = fitTime('2024-05-04T08:00:00Z')

async function withLaps(
  bytes: Uint8Array,
  data: object = {},
  changes: object = {},
  settings: object = {},
) {
  const server = await startWorkoutServer(changes, { importWithoutGps: true, ...settings })
  const workout = await server.record('ride.fit', bytes, data)
  const analysis = async (as = server.user) =>
    (await server.get(`/api/workouts/${workout.id}/analysis`, { as })).body.data.analysis
  return { ...server, workout, analysis }
}

const open = { workout_visibility: 'public', analysis_visibility: 'public' }

/** Names of properties that every object has; in a file they are words like any other. */
const OBJECT_WORDS = ['constructor', 'toString', '__proto__']

describe('laps of a workout', () => {
  test('contain the values of the device, in the units of the other numbers', async () => {
    const { analysis } = await withLaps(deviceRide())
    expect((await analysis()).laps).toEqual([
      {
        ...{ start: 0, duration: 60.5, timer: 59.5, distance: 0.3 },
        ...{ trigger: 'manual', intensity: 'warm_up', calories: 9 },
        ...{ ave_hr: 131, max_hr: 149, ave_power: 210 },
      },
      { start: 61, duration: 59, timer: 59, distance: 0.296, intensity: 'recovery' },
    ])
  })

  test('are empty when the device recorded none', async () => {
    const samples = [0, 1, 2].map((second) =>
      record({ time: START + second, lat: 48 + second * 1e-4, lon: 2 }),
    )
    const { analysis } = await withLaps(fitFile(samples))
    expect(await analysis()).toMatchObject({ laps: [], streams: [] })
  })

  test('omit invalid words and numbers', async () => {
    const server = await startWorkoutServer()
    const endless = '9'.repeat(308)
    const point = (second: number) =>
      `<Trackpoint><Time>2024-05-04T08:00:${10 + second}Z</Time><Position><LatitudeDegrees>0</LatitudeDegrees>
        <LongitudeDegrees>${second / 5000}</LongitudeDegrees></Position><Extensions><ns3:TPX>
        ${OBJECT_WORDS.map((word) => `<ns3:${word}>${second}</ns3:${word}>`).join('')}
        </ns3:TPX></Extensions></Trackpoint>`
    const tcx = `<?xml version="1.0"?><TrainingCenterDatabase
      xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
      xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Biking">
      <Id>2024-05-04T08:00:10Z</Id><Lap StartTime="2024-05-04T08:00:10Z"><TotalTimeSeconds>40</TotalTimeSeconds>
      <DistanceMeters>${endless}</DistanceMeters><MaximumSpeed>${endless}</MaximumSpeed><Calories>7</Calories>
      <Intensity>constructor</Intensity><TriggerMethod>valueOf</TriggerMethod>
      <Track>${Array.from({ length: 41 }, (_, i) => point(i)).join('')}</Track>
      <Extensions><ns3:LX><ns3:constructor>5</ns3:constructor></ns3:LX></Extensions></Lap>
      </Activity></Activities></TrainingCenterDatabase>`
    const { id } = await server.record('ride.tcx', tcx)
    const { status, body } = await server.get(`/api/workouts/${id}/analysis`)
    expect(status).toBe(200)
    expect(body.data.analysis.laps).toEqual([{ start: 0, duration: 40, timer: 40, calories: 7 }])
    expect(body.data.analysis.streams).toEqual(
      OBJECT_WORDS.map((name) => ({ name, unit: null, own: true })),
    )
  })

  test('of GPX also omit invalid words and numbers', async () => {
    const server = await startWorkoutServer()
    const lap = `<lap xmlns="http://www.cluetrust.com/XML/GPXDATA/1/0"><startTime>2024-05-04T08:00:00Z</startTime><elapsedTime>-40</elapsedTime>
      <calories>${'9'.repeat(308)}</calories><constructor>5</constructor><intensity>valueOf</intensity>
      <trigger kind="toString"/><summary name="constructor">5</summary></lap>`
    const words = OBJECT_WORDS.map((word) => `<x:${word}>1</x:${word}>`).join('')
    const gpx = gpxText({
      namespaces: 'xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="urn:x"',
      tracks: [{ segments: [samplePoints(3)] }],
      extensionsOf: () => words,
    }).replace('</gpx>', `<extensions>${lap}</extensions></gpx>`)
    const { id } = await server.record('ride.gpx', gpx)
    const { status, body } = await server.get(`/api/workouts/${id}/analysis`)
    expect(status).toBe(200)
    expect(body.data.analysis.laps).toEqual([{ start: 0, duration: 0 }])
    expect(body.data.analysis.streams).toHaveLength(OBJECT_WORDS.length)
  })

  test('show heart rates and calories only to callers who may see them', async () => {
    const levels = { hr_visibility: 'private', calories_visibility: 'private' }
    const { analysis, ctx } = await withLaps(deviceRide(), open, levels)
    const [first] = (await analysis(await aUser(ctx))).laps
    expect(Object.keys(first)).not.toContainAnyValues(['ave_hr', 'max_hr', 'calories'])
    expect(first).toMatchObject({ timer: 59.5, ave_power: 210 })
    const shown = { hr_visibility: 'public', calories_visibility: 'private' }
    const other = await withLaps(deviceRide(), open, shown)
    const [seen] = (await other.analysis(await aUser(other.ctx))).laps
    expect(seen).toMatchObject({ ave_hr: 131, max_hr: 149 })
    expect(seen).not.toHaveProperty('calories')
  })

  test('have no power in a sport without it', async () => {
    const { analysis } = await withLaps(deviceRide(), { sport_id: 5 })
    expect((await analysis()).laps[0]).not.toHaveProperty('ave_power')
  })

  test('include pool lengths with stroke, strokes and SWOLF', async () => {
    const file = fitFile([
      ...[0, 30, 60, 90].map((second) => record({ time: START + second })),
      poolLength(START, 28.5, [0, 14]),
      poolLength(START + 29, 33, [2, 18]),
      poolLength(START + 62, 10, [null, null]),
      lap({ start: START, elapsed: 61.5, timer: 61.5, distance: 50 }, [38, 'enum', 5]),
      lap({ start: START + 62, elapsed: 30, timer: 30, distance: 0 }),
      {
        global: 18,
        fields: [
          [253, 'uint32', START + 92],
          [2, 'uint32', START],
          [44, 'uint16', 2500],
        ],
      },
    ])
    const { analysis } = await withLaps(file, { sport_id: 16 })
    const { laps, pool_length } = await analysis()
    expect(pool_length).toBe(25)
    expect(laps[0]).toMatchObject({ stroke: 'mixed', swolf: 46.8 })
    expect(laps[0].lengths).toEqual([
      { start: 0, duration: 28.5, active: true, stroke: 'freestyle', strokes: 14, swolf: 43 },
      { start: 29, duration: 33, active: true, stroke: 'breaststroke', strokes: 18, swolf: 51 },
    ])
    expect(laps[1].lengths).toEqual([{ start: 62, duration: 10, active: false }])
    expect(laps[1]).not.toHaveProperty('swolf')
  })

  test('of a pool swim come with its sets and the unit of the pool', async () => {
    const set = { lengths: 2, seconds: 20, strokes: 9, stroke: 'freestyle', rest: 30 } as const
    const file = poolSwim({
      ...{ start: START, pool: 22.86, unit: 'yd', heartRates: { samples: 130 } },
      sets: [set, { ...set, rest: 0 }],
    })
    const { analysis, workout, ctx } = await withLaps(
      file,
      { ...open, sport_id: 1201 },
      { hr_visibility: 'private' },
      { measurements: 'device' },
    )
    expect(workout).toMatchObject({ pool_unit: 'yd', sport_id: 1201, moving: '0:01:20' })
    const { swim_sets, pool_unit, pool_length } = await analysis()
    expect({ pool_unit, pool_length }).toEqual({ pool_unit: 'yd', pool_length: 22.86 })
    const swum = { duration: 40, swum: 40, distance: 0.046, lengths: 2, drill: false, ave_hr: 130 }
    const strokes = { stroke: 'freestyle', strokes: 18, ave_cadence: 27, swolf: 29 }
    expect(swim_sets).toEqual([
      { start: 0, first_length: 0, rest: 30, ...swum, ...strokes },
      { start: 70, first_length: 3, ...swum, ...strokes },
    ])
    const others = await analysis(await aUser(ctx))
    expect(others.swim_sets[0]).not.toHaveProperty('ave_hr')
  })

  test('of strength training come with its sets', async () => {
    const { analysis } = await withLaps(gymSession(START), { sport_id: 1001 })
    const { strength_sets, laps } = await analysis()
    expect(laps).toEqual([])
    expect(strength_sets).toEqual([
      { start: 10, duration: 40, repetitions: 12, weight: 42.5, exercise: 'squat', rest: 90 },
      { start: 140, duration: 35, repetitions: 8, exercise: 'push_up' },
      { start: 200, duration: 30 },
    ])
  })

  test('include rests at the wall, but no stops for other sports', async () => {
    const swum = (second: number, elapsed: number) => poolLength(START + second, elapsed, [0, 14])
    const rest = (second: number, elapsed: number) =>
      poolLength(START + second, elapsed, [null, null])
    const swim = fitFile([
      ...[0, 60, 120, 180].map((second) => record({ time: START + second })),
      ...[swum(0, 30), swum(30, 30), rest(60, 25), swum(85, 35), rest(120, 9), swum(129, 51)],
      lap({ start: START, elapsed: 180, timer: 180, distance: 100 }),
      { global: 18, fields: [[44, 'uint16', 2500]] },
    ])
    const inPool = await withLaps(swim, { sport_id: 16 })
    expect((await inPool.analysis()).pauses).toEqual([
      { start: 60, duration: 25, distance: 0.05, recorded: true },
    ])
    const trainer = fitFile([0, 60, 120].map((second) => record({ time: START + second, hr: 140 })))
    const indoors = await withLaps(trainer, { sport_id: 13 })
    expect((await indoors.analysis()).pauses).toEqual([])
  })

  test('are deleted with the recording, and read again from another one', async () => {
    const { send, workout, analysis, ctx } = await withLaps(deviceRide())
    await send('POST', `/api/workouts/${workout.id}/refresh`)
    expect((await analysis()).laps).toHaveLength(2)
    await send('DELETE', `/api/workouts/${workout.id}`)
    for (const table of ['device_laps', 'segment_streams'] as const)
      expect(await ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
