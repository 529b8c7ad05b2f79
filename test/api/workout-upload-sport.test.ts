import { describe, expect, test } from 'bun:test'
import { gpxOf } from '../support/tracks/gpx'
import { fitAs, gpxAs } from '../support/tracks/named-sports'
import { samplePoints } from '../support/tracks/points'
import { tcxOf } from '../support/tracks/tcx'
import { igcOf, pwxOf } from '../support/tracks/watches'
import { zipBytes } from '../support/tracks/zip'
import { startWorkoutServer } from '../support/workouts'

const points = samplePoints(30)

/** A server, and a function to upload a file without `sport_id`. */
async function open(preferences = {}) {
  const server = await startWorkoutServer(preferences)
  const send = (name: string, content: string | Uint8Array, data: object = {}) => {
    const body = new FormData()
    const bytes = typeof content === 'string' ? content : new Uint8Array(content)
    body.set('file', new File([bytes], name))
    body.set('data', JSON.stringify(data))
    return server.call('POST', '/api/workouts', { as: server.user, body })
  }
  return { ...server, upload: send }
}

describe('POST /api/workouts without sport_id', () => {
  test.each([
    ['FIT, sport', 'a.fit', fitAs(1, 0), 5],
    ['FIT, sub-sport', 'a.fit', fitAs(2, 8), 4],
    ['FIT, an unknown sub-sport', 'a.fit', fitAs(17, 200), 3],
    ['TCX', 'a.tcx', tcxOf(points).replace(/Sport="[^"]*"/, 'Sport="Running"'), 5],
    ['GPX', 'a.gpx', gpxAs('trail_running'), 8],
    ['GPX of Strava', 'a.gpx', gpxAs('9'), 5],
    ['GPX with one of our own sport names', 'a.gpx', gpxAs('Cycling (Transport)'), 2],
    ['IGC', 'a.igc', igcOf(points), 15],
    ['PWX', 'a.pwx', pwxOf(points), 1],
  ] as const)('reads the sport from the file: %s', async (_, name, content, sport) => {
    const { upload } = await open()
    const { status, body } = await upload(name, content)
    expect(status).toBe(201)
    expect(body.data.workouts[0].sport_id).toBe(sport)
  })

  test('uses the thresholds of that sport', async () => {
    const { upload } = await open()
    const rowed = await upload('a.gpx', gpxAs('rowing'))
    expect(rowed.body.data.workouts[0]).toMatchObject({ sport_id: 11, ascent: null })
    const sport = { sport_id: 11 }
    const told = await upload('a.gpx', gpxAs('running'), sport)
    expect(told.body.data.workouts[0]).toMatchObject({ ...sport, ascent: null })
  })

  test.each([
    ['names no sport', gpxOf(points), {}, 'the file does not say its sport: give one (sport_id)'],
    [
      'names an unknown sport',
      gpxAs('quidditch'),
      { name: 'quidditch' },
      "the file calls its sport 'quidditch', which is unknown here: give one (sport_id)",
    ],
  ])('rejects a file that %s', async (_, content, more, text) => {
    const { upload } = await open()
    const { status, body } = await upload('a.gpx', content)
    expect(status).toBe(400)
    expect(body).toEqual({
      message: 'invalid payload',
      remedy: { code: 'sport_unknown', ...more, text },
      status: 'error',
    })
  })

  test.each([
    ['once for a sport with the usual rules', 'running', 1],
    ['twice for a sport with its own rules', 'rowing', 2],
  ])('reads the file %s', async (_, type, times) => {
    const { upload, ctx } = await open()
    const read = ctx.recordings.read.bind(ctx.recordings)
    const counted = { times: 0 }
    ctx.recordings.read = (request) => {
      counted.times += 1
      return read(request)
    }
    expect((await upload('a.gpx', gpxAs(type))).status).toBe(201)
    expect(counted.times).toBe(times)
  })

  test('reads it from every file of an archive, and reports unknown names', async () => {
    const { upload, get } = await open()
    const zip = zipBytes([
      { name: 'run.gpx', content: gpxAs('running') },
      { name: 'ride.gpx', content: gpxAs('biking') },
      { name: 'what.gpx', content: gpxOf(points) },
    ])
    const { status, body } = await upload('all.zip', zip)
    const { import: told, ...rest } = body
    expect(Object.keys(told)).toEqual(['id'])
    expect({ status, body: rest }).toEqual({
      status: 400,
      body: {
        errored_workouts: { 'what.gpx': 'the file does not say its sport: give one (sport_id)' },
        new_workouts: 2,
        status: 'fail',
      },
    })
    const { body: list } = await get('/api/workouts')
    const sports = list.data.workouts.map(({ sport_id }: { sport_id: number }) => sport_id)
    expect(sports.toSorted()).toEqual([1, 5])
  })
})
