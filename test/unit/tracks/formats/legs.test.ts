import { describe, expect, test } from 'bun:test'
import { type ReadOptions, readTrack } from '@/domain/tracks/read'
import type { Track } from '@/domain/tracks/track'
import { gpxWithTracks, pointsFrom, TRIATHLON_START, triathlon } from '../../../support/tracks/legs'
import { samplePoints } from '../../../support/tracks/points'
import { tcxText } from '../../../support/tracks/tcx'

const TOGETHER: ReadOptions = { segmentsCreationEvent: 'all', acceptWithoutGps: true }
const SEPARATE: ReadOptions = { ...TOGETHER, separatesLegs: true }

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (name: string, content: Uint8Array | string, options = SEPARATE) =>
  readTrack(name, typeof content === 'string' ? bytes(content) : content, options)
const legs = (track: Track) => [track, ...(track.further ?? [])]
const sizes = (track: Track) =>
  legs(track).map(({ segments }) => segments.reduce((sum, { size }) => sum + size, 0))

describe('sessions of a FIT file', () => {
  test('become legs with their own records, laps, sport and totals', async () => {
    const track = await read('a.fit', triathlon())
    expect(sizes(track)).toEqual([300, 60, 600, 45, 400])
    expect(legs(track).map(({ sport }) => sport)).toEqual(['5/0', '3/0', '2/0', '3/0', '1/0'])
    expect(legs(track).map(({ isTransition = false }) => isTransition)).toEqual([
      ...[false, true, false, true, false],
    ])
    expect(legs(track).map(({ calories }) => calories)).toEqual([300, 60, 600, 45, 400])
    expect(legs(track).map(({ laps }) => laps?.laps.map(({ distance }) => distance))).toEqual([
      ...[[300], [90], [4800], [67.5], [1200]],
    ])
    const starts = legs(track).map(({ segments }) => segments[0]?.time[0])
    const first = Date.parse(TRIATHLON_START) * 1000
    expect(starts).toEqual([0, 300, 360, 960, 1005].map((second) => first + second * 1e6))
  })

  test('are one track when legs are not separated', async () => {
    const track = await read('a.fit', triathlon(), TOGETHER)
    expect(sizes(track)).toEqual([1405])
    expect(track.sport).toBe('5/0')
  })

  test('without a usable record are left out with a warning', async () => {
    const track = await read(
      'a.fit',
      triathlon([
        { sport: 1, from: 0, seconds: 20, speed: 3 },
        { sport: 3, from: 20, seconds: 1, speed: 1 },
        { sport: 2, from: 21, seconds: 20, speed: 8 },
      ]),
    )
    expect(sizes(track)).toEqual([20, 20])
    expect(track.warnings).toEqual([{ kind: 'tracks_left_out', count: 1 }])
  })
})

const activity = (from: number) => ({
  laps: [{ points: pointsFrom(from), seconds: 19, metres: 200, calories: from + 1 }],
  creator: 'Edge',
})

/** Wraps activities in a session, with a transition before the second one. */
function multisport(text: string): string {
  const [, first = '', second = ''] = text.split(/(?=<Activity )|(?=<\/Activities>)/)
  const change = tcxText({ activities: [activity(30)] })
  const lap = /<Lap([\s\S]*)<\/Lap>/.exec(change)?.[1] ?? ''
  const session = `<MultiSportSession><Id>2024-05-04T08:00:00Z</Id><FirstSport>${first}</FirstSport><NextSport><Transition${lap}</Transition>${second}</NextSport></MultiSportSession>`
  return text.replace(first, session).replace(`${second}</Activities>`, '</Activities>')
}

describe('activities of a TCX file', () => {
  test('become legs with their own laps', async () => {
    const track = await read('a.tcx', tcxText({ activities: [activity(0), activity(60)] }))
    expect(sizes(track)).toEqual([20, 20])
    expect(legs(track).map(({ calories }) => calories)).toEqual([1, 61])
    expect(legs(track).map(({ laps }) => laps?.laps.length)).toEqual([1, 1])
    expect(legs(track).map(({ source }) => source)).toEqual(['Edge', 'Edge'])
  })

  test('of a MultiSportSession become legs with transitions', async () => {
    const track = await read(
      'a.tcx',
      multisport(tcxText({ activities: [activity(0), activity(60)] })),
    )
    expect(sizes(track)).toEqual([20, 20, 20])
    expect(legs(track).map(({ isTransition = false }) => isTransition)).toEqual([
      ...[false, true, false],
    ])
    expect(track.further?.[0]?.sport).toBe('Transition')
  })

  test('of a MultiSportSession are one track when legs are not separated', async () => {
    const text = multisport(tcxText({ activities: [activity(0), activity(60)] }))
    expect(sizes(await read('a.tcx', text, TOGETHER))).toEqual([60])
  })

  test('without positions have their own totals', async () => {
    const indoor = (from: number, metres: number) => ({
      laps: [
        {
          points: pointsFrom(from).map(({ time, hr }) => ({
            ...(time && { time }),
            ...(hr && { hr }),
          })),
          seconds: 19,
          metres,
        },
      ],
    })
    const track = await read(
      'a.tcx',
      tcxText({ activities: [indoor(0, 100), activity(30), indoor(60, 300)] }),
    )
    expect(legs(track).map(({ withoutGps }) => withoutGps?.distance)).toEqual([100, undefined, 300])
  })
})

describe('tracks of a GPX file', () => {
  test('that follow each other become legs, in order of time', async () => {
    const track = await read('a.gpx', gpxWithTracks(pointsFrom(60), pointsFrom(0), pointsFrom(120)))
    expect(legs(track).map(({ name }) => name)).toEqual(['Track 2', 'Track 1', 'Track 3'])
    expect(sizes(track)).toEqual([20, 20, 20])
    expect(track.warnings).toBeUndefined()
  })

  test('that overlap stay one workout, with a warning', async () => {
    const track = await read('a.gpx', gpxWithTracks(pointsFrom(0), pointsFrom(10)))
    expect(sizes(track)).toEqual([20])
    expect(track.warnings).toEqual([{ kind: 'tracks_left_out', count: 1 }])
  })

  test('after an empty one are read', async () => {
    expect(sizes(await read('a.gpx', gpxWithTracks([], pointsFrom(0))))).toEqual([20])
  })

  test('are read from the first one without its empty predecessors if that is wanted', async () => {
    const options = { ...TOGETHER, skipsEmpty: true }
    const track = await read('a.gpx', gpxWithTracks([], pointsFrom(0), pointsFrom(60)), options)
    expect(track.name).toBe('Track 2')
    expect(track.warnings).toEqual([{ kind: 'tracks_left_out', count: 1 }])
  })

  test('other than the first are counted when legs are not separated', async () => {
    const text = gpxWithTracks(pointsFrom(0), [], pointsFrom(60), pointsFrom(120))
    const track = await read('a.gpx', text, TOGETHER)
    expect(sizes(track)).toEqual([20])
    expect(track.warnings).toEqual([{ kind: 'tracks_left_out', count: 2 }])
  })

  test('without times are read as the first one', async () => {
    const timeless = samplePoints(5).map(({ lat, lon }) => ({ lat: lat ?? 0, lon: lon ?? 0 }))
    const reading = read('a.gpx', gpxWithTracks(timeless, timeless), {
      ...SEPARATE,
      times: { start: 1e15, duration: 60 },
    })
    expect(sizes(await reading)).toEqual([5])
  })
})
