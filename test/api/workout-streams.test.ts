import { describe, expect, test } from 'bun:test'
import { deviceRide } from '../support/device-ride'
import { aUser } from '../support/factories'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { aFollow, startWorkoutServer } from '../support/workouts'

interface Stream {
  name: string
  unit: string | null
  own: boolean
  values: (number | null)[]
}

async function withStreams(data: object = {}, changes: object = {}, ride = deviceRide()) {
  const server = await startWorkoutServer(changes)
  const workout = await server.record('ride.fit', ride, data)
  const chart = async (query = '', as = server.user) =>
    (await server.get(`/api/workouts/${workout.id}/chart_data${query}`, { as })).body.data
  const named = async (as = server.user) =>
    (await server.get(`/api/workouts/${workout.id}/analysis`, { as })).body.data.analysis.streams
  return { ...server, workout, chart, named }
}

const nameOf = ({ name }: Stream) => name
const ALL = ['temperature', 'respiration_rate', 'calories', 'Aero Drag']

describe('?streams= of charts', () => {
  test('does not change the response by a byte when it is missing or invalid', async () => {
    const { chart } = await withStreams()
    const plain = JSON.stringify(await chart())
    expect(Object.keys(await chart())).toEqual(['chart_data'])
    expect(JSON.stringify(await chart('?streams=everything'))).toBe(plain)
    const { streams: _, ...rest } = await chart('?streams=all')
    expect(JSON.stringify(rest)).toBe(plain)
  })

  test('adds a column for each extra value, with a value for each row', async () => {
    const { chart } = await withStreams()
    const { chart_data: rows, streams } = await chart('?streams=all')
    expect(streams.map(nameOf)).toEqual(ALL)
    for (const { values } of streams) expect(values).toHaveLength(rows.length)
    const [temperature, respiration, , drag] = streams
    expect(temperature).toMatchObject({ unit: '°C', own: false })
    expect(temperature.values.slice(58, 62)).toEqual([20, 20, 21, 21])
    expect(respiration.values.slice(0, 3)).toEqual([24, 24.01, 24.02])
    expect(drag).toMatchObject({ unit: 'm²', own: true })
    expect(drag.values[0]).toBe(0.25)
  })

  test('returns only the columns on request', async () => {
    const { chart } = await withStreams()
    const { streams } = await chart('?streams=all')
    expect(await chart('?streams=only')).toEqual({ chart_data: [], streams })
  })

  test('returns the columns of one segment', async () => {
    const { get, workout, chart } = await withStreams({}, {}, deviceRide({ stops: true }))
    const [, second] = workout.segments
    const path = `/api/workouts/${workout.id}/chart_data/segment/${second.segment_id}?streams=all`
    const { chart_data: rows, streams } = (await get(path)).body.data
    expect(workout.segments).toHaveLength(2)
    const whole: Stream[] = (await chart('?streams=only')).streams
    for (const [index, { values }] of streams.entries())
      expect(values).toEqual(whole[index]?.values.slice(-rows.length))
  })

  test('includes only columns that the caller may see', async () => {
    const cases = [
      [{ hr_visibility: 'private', calories_visibility: 'private' }, ['temperature']],
      [
        { hr_visibility: 'public', calories_visibility: 'private' },
        ['temperature', 'respiration_rate'],
      ],
      [{ hr_visibility: 'private', calories_visibility: 'public' }, ['temperature', 'calories']],
      [{ hr_visibility: 'public', calories_visibility: 'public' }, ALL],
    ] as const
    const open = { workout_visibility: 'public', analysis_visibility: 'public' }
    for (const [levels, expected] of cases) {
      const { chart, named, ctx } = await withStreams({ ...open, map_visibility: 'public' }, levels)
      const visitor = await aUser(ctx)
      for (const query of ['?streams=all', '?streams=only'])
        expect((await chart(query, visitor)).streams.map(nameOf)).toEqual([...expected])
      expect((await named(visitor)).map(nameOf)).toEqual([...expected])
      expect((await chart('?streams=all')).streams.map(nameOf)).toEqual(ALL)
      // Names given by an app may reveal a position.
      const hidden = await withStreams(open, levels)
      const other = await aUser(hidden.ctx)
      expect((await hidden.chart('?streams=only', other)).streams.map(nameOf)).toEqual(
        expected.filter((name) => name !== 'Aero Drag'),
      )
    }
  })
})

describe('conditions in the analysis of a workout', () => {
  const LEVELS = { workout_visibility: 'public', analysis_visibility: 'followers_only' }
  const found = { min_temperature: 20, ave_temperature: 20.5, max_temperature: 21 }

  test('are as visible as the charts', async () => {
    const { workout, get, ctx, user } = await withStreams(LEVELS)
    const read = (as = user) => get(`/api/workouts/${workout.id}/analysis`, { as })
    expect((await read()).body.data.analysis.conditions).toEqual(found)
    const ann = await aUser(ctx)
    expect((await read(ann)).status).toBe(404)
    await aFollow(ctx, ann, user)
    expect((await read(ann)).body.data.analysis.conditions).toEqual(found)
  })

  test('are missing when a recording has none', async () => {
    const { record, get } = await startWorkoutServer()
    const { id } = await record('ride.gpx', gpxOf(samplePoints(20)))
    expect((await get(`/api/workouts/${id}/analysis`)).body.data.analysis).not.toHaveProperty(
      'conditions',
    )
  })
})
