import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { RECORD_RULES, RECORD_TYPES, type RecordMetric } from '@/domain/records/record-types'
import { aSuspendedUser, aUser } from '../support/factories'
import { LONG_TIME_LIMIT, runs } from '../support/properties'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

const PATH = '/api/records'
type Server = Awaited<ReturnType<typeof startWorkoutServer>>

interface RecordJson {
  id: number
  record_type: string
  sport_id: number
  value: number | string
  workout_id: string
}

const recordsOf = async ({ get }: Server): Promise<RecordJson[]> =>
  (await get(PATH)).body.data.records

/** `<type> <value>` of all records, in order. */
const summary = async (server: Server) =>
  (await recordsOf(server)).map(({ record_type, value }) => `${record_type} ${value}`)

describe('GET /api/records', () => {
  test('requires a token and rejects suspended accounts', async () => {
    const { call, get, ctx } = await startWorkoutServer()
    expect((await call('GET', PATH)).status).toBe(401)
    expect((await get(PATH, { as: await aSuspendedUser(ctx) })).status).toBe(403)
  })

  test('is empty at first and excludes other users', async () => {
    const { get, enter, ctx } = await startWorkoutServer()
    await enter()
    const { body } = await get(PATH, { as: await aUser(ctx) })
    expect(body).toEqual({ data: { records: [] }, status: 'success' })
  })

  test('returns complete records by sport, in a fixed order of types', async () => {
    const server = await startWorkoutServer({ username: 'ann' })
    const run = await server.enter({ sport_id: 5, duration: 3000, distance: 10 })
    const ride = await server.enter({ ascent: 250.5, descent: 1 })
    const { body } = await server.get(PATH)
    const shared = { user: 'ann', workout_date: 'Sat, 04 May 2024 08:00:00 GMT' }
    const of = (workout: { id: string; sport_id: number }, type: string, value: unknown) => ({
      ...shared,
      id: expect.any(Number),
      record_type: type,
      sport_id: workout.sport_id,
      value,
      workout_id: workout.id,
    })
    expect(body).toEqual({
      data: {
        records: [
          of(ride, 'AS', 20),
          of(ride, 'FD', 10),
          of(ride, 'LD', '0:30:00'),
          of(ride, 'MS', 20),
          of(ride, 'HA', 250.5),
          of(run, 'FD', 10),
          of(run, 'LD', '0:50:00'),
          of(run, 'AP', '0:05:00'),
          of(run, 'BP', '0:05:00'),
        ],
      },
      status: 'success',
    })
  })

  test('returns on request how each record improved, without workouts that did not', async () => {
    const server = await startWorkoutServer()
    const enter = (day: number, distance: number, more: object = {}) =>
      server.enter({ workout_date: `2024-05-0${day} 08:00`, distance, ...more })
    await enter(1, 10)
    await enter(3, 9)
    await enter(2, 12)
    const best = await enter(5, 15)
    await enter(4, 12)
    await enter(6, 15)
    await enter(1, 5, { sport_id: 5, duration: 1800 })
    await enter(2, 6, { sport_id: 5, duration: 1800 })
    const progressOf = async (type: string, sport: number, query = '?progress=true') => {
      const { progress } = (await server.get(`${PATH}${query}`)).body.data
      const found = progress?.find(
        (each: { record_type: string; sport_id: number }) =>
          each.record_type === type && each.sport_id === sport,
      )
      return found?.records.map(
        ({ workout_date, value }: { workout_date: string; value: number }) => [
          new Date(workout_date).getUTCDate(),
          value,
        ],
      )
    }
    expect(await progressOf('FD', 1)).toEqual([
      [1, 10],
      [2, 12],
      [5, 15],
    ])
    expect(await progressOf('AP', 5)).toEqual([
      [1, 360],
      [2, 300],
    ])
    expect(await progressOf('AS', 5)).toBeUndefined()
    expect(await progressOf('FD', 1, '')).toBeUndefined()
    await server.send('PATCH', `/api/workouts/${best.id}`, {
      json: { excluded_from_records: true },
    })
    expect(await progressOf('FD', 1)).toEqual([
      [1, 10],
      [2, 12],
      [6, 15],
    ])
  })

  test('hides records that the sport or the user does not show', async () => {
    const server = await startWorkoutServer()
    await server.enter({ sport_id: 11, ascent: 10, descent: 10 })
    expect(await summary(server)).toEqual(['AS 20', 'FD 10', 'LD 0:30:00', 'MS 20'])
    const runner = await startWorkoutServer()
    await runner.enter({ sport_id: 5 })
    for (const [pace_speed_display, types] of [
      ['speed', 'AS FD LD MS'],
      ['pace', 'FD LD AP BP'],
      ['pace_and_speed', 'AS FD LD MS AP BP'],
    ]) {
      const json = { sport_id: 5, pace_speed_display }
      await runner.send('PATCH', '/api/auth/profile/edit/sports', { json })
      const found = await recordsOf(runner)
      expect(found.map(({ record_type }) => record_type).join(' ')).toBe(types ?? '')
    }
  })

  test('assigns the record to the earliest of equal workouts', async () => {
    const server = await startWorkoutServer()
    await server.enter({ workout_date: '2024-05-05 10:00' })
    const earliest = await server.enter({ workout_date: '2024-05-03 10:00' })
    await server.enter({ workout_date: '2024-05-04 10:00' })
    for (const { workout_id } of await recordsOf(server)) expect(workout_id).toBe(earliest.id)
  })

  test('keeps the id of a record when another workout takes it over, but not after a deletion', async () => {
    const server = await startWorkoutServer()
    const distance = async () =>
      (await recordsOf(server)).find(({ record_type }) => record_type === 'FD')
    const first = await server.enter({ distance: 10 })
    const before = await distance()
    const second = await server.enter({ distance: 11 })
    expect(await distance()).toMatchObject({ id: before?.id, workout_id: second.id, value: 11 })
    await server.send('PATCH', `/api/workouts/${second.id}`, { json: { distance: 9 } })
    expect(await distance()).toMatchObject({ id: before?.id, workout_id: first.id, value: 10 })
    await server.send('DELETE', `/api/workouts/${first.id}`)
    const after = await distance()
    expect(after).toMatchObject({ workout_id: second.id, value: 9 })
    expect(after?.id).not.toBe(before?.id)
  })

  test('is updated with a recording, and the record is part of the workout', async () => {
    const server = await startWorkoutServer()
    const recorded = await server.record('ride.gpx', gpxOf(samplePoints(60)))
    expect(await summary(server)).toEqual([
      'AS 42.66',
      'FD 0.699',
      'LD 0:00:59',
      'MS 42.66',
      'HA 59',
    ])
    expect(recorded.records).toEqual(await recordsOf(server))
  })
})

/** The column of `workouts` for a metric. */
const COLUMNS = {
  aveSpeed: 'ave_speed',
  distance: 'distance',
  moving: 'moving',
  maxSpeed: 'max_speed',
  ascent: 'ascent',
  avePace: 'ave_pace',
  bestPace: 'best_pace',
} as const satisfies Record<RecordMetric, string>

/** All records recomputed from scratch, from every workout for every type. */
async function rebuilt({ ctx }: Server) {
  const workouts = await ctx.db.selectFrom('workouts').selectAll().orderBy('id').execute()
  return [...Map.groupBy(workouts, ({ sport_id }) => sport_id)]
    .sort(([one], [other]) => one - other)
    .flatMap(([sport_id, rows]) =>
      RECORD_TYPES.flatMap((record_type) => {
        const { metric, best, scale } = RECORD_RULES[record_type]
        const numberOf = (row: (typeof rows)[number]) => row[COLUMNS[metric]] ?? 0
        const sign = best === 'largest' ? -1 : 1
        const [holder] = rows
          .filter((row) => numberOf(row) > 0)
          .sort(
            (a, b) =>
              sign * (numberOf(a) - numberOf(b)) || a.workout_date - b.workout_date || a.id - b.id,
          )
        if (!holder) return []
        const value = Math.round(numberOf(holder) * scale)
        return [
          {
            ...{ sport_id, record_type, value },
            ...{ workout_id: holder.id, workout_date: holder.workout_date },
          },
        ]
      }),
    )
}

const stored = async ({ ctx }: Server) => {
  const rows = await ctx.db
    .selectFrom('records')
    .select(['sport_id', 'record_type', 'value', 'workout_id', 'workout_date'])
    .execute()
  return rows.sort(
    (a, b) =>
      a.sport_id - b.sport_id ||
      RECORD_TYPES.indexOf(a.record_type) - RECORD_TYPES.indexOf(b.record_type),
  )
}

// A few different values, so that many workouts are equal.
const sport_id = fc.constantFrom(1, 5, 11)
const distance = fc.constantFrom(5, 10, 10.5)
const duration = fc.constantFrom(1800, 3600)
const workout_date = fc.constantFrom('2024-05-01 10:00', '2024-05-02 10:00', '2024-05-03 10:00')
const climbs = fc.constantFrom(
  {},
  { ascent: 0, descent: 0 },
  { ascent: 100, descent: 5 },
  { ascent: 200.5, descent: 5 },
)
const of = fc.nat(20)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('enter' as const),
    sport_id,
    distance,
    duration,
    workout_date,
    climbs,
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    of,
    json: fc.oneof(
      fc.record({ distance }),
      fc.record({ duration }),
      fc.record({ workout_date }),
      fc.record({ sport_id }),
      climbs.filter((some) => 'ascent' in some),
      fc.constant({ ascent: null, descent: null }),
    ),
  }),
  fc.record({ kind: fc.constant('delete' as const), of }),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Performs one step. Edits and deletions use one of the existing workouts. */
async function take({ enter, send }: Server, one: Step, ids: string[]): Promise<void> {
  if (one.kind === 'enter') {
    const { kind: _, climbs: some, ...entry } = one
    ids.push((await enter({ ...entry, ...some })).id)
    return
  }
  if (ids.length === 0) return
  const at = one.of % ids.length
  const path = `/api/workouts/${ids[at]}`
  if (one.kind === 'edit') {
    expect((await send('PATCH', path, { json: one.json })).status).toBe(200)
  } else {
    expect((await send('DELETE', path)).status).toBe(204)
    ids.splice(at, 1)
  }
}

describe('records', () => {
  test(
    'equal a computation from scratch after any changes to workouts',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const server = await startWorkoutServer()
          const ids: string[] = []
          for (const one of steps) {
            await take(server, one, ids)
            expect(await stored(server)).toEqual(await rebuilt(server))
          }
        }),
        runs(40),
      )
    },
    LONG_TIME_LIMIT,
  )
})
