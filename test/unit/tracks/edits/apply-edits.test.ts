import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { applyEdits } from '@/domain/tracks/edits/apply-edits'
import { parseEdits } from '@/domain/tracks/edits/parse-edits'
import type { TrackEdit } from '@/domain/tracks/edits/track-edit'
import { summarise } from '@/domain/tracks/metrics/summary'
import type { Segment, Track } from '@/domain/tracks/track'
import { anySegment, CYCLING, EIGHT, line, SECOND, trackOf } from '../../../support/segments'

/** Degrees of latitude of a metre at the equator on the WGS 84 ellipsoid. */
const METRE = 1 / 110_574.3
const DEVICE = { ...CYCLING, measurements: 'device' } as const

/** Milliseconds, in seconds after the start of the recordings. */
const at = (seconds: number) => EIGHT / 1000 + seconds * 1000

/** `seconds` of riding north at 5 m/s, a point a second, with the distances that the device counted. */
function ride(seconds: number, from = 0): Segment {
  const start = { time: EIGHT + from * SECOND, lat: from * 5 * METRE, lon: 6 }
  const segment = line(seconds + 1, start, { time: SECOND, lat: 5 * METRE })
  const values = Float32Array.from({ length: seconds + 1 }, (_, i) => (from + i) * 5)
  return { ...segment, extra: [{ name: 'distance', unit: 'm', isOwn: false, values }] }
}

const inPool = ({ extra = [], ...segment }: Segment): Segment => ({
  ...segment,
  ...{ extra, lat: segment.lat.map(() => Number.NaN), lon: segment.lon.map(() => Number.NaN) },
})

const sizes = ({ segments }: Track) => segments.map(({ size }) => size)
const counted = ({ segments }: Track) =>
  segments.flatMap(({ extra = [] }) => [...(extra[0]?.values ?? [])])
const measure = (track: Track) => summarise(track, DEVICE).metrics

const TOTALS = { distance: 5000, duration: 1000, moving: 1000, maxSpeed: 6 }
const REMOVED: TrackEdit = { kind: 'remove', from: at(301), to: at(599) }

describe('edits of a track', () => {
  test('trim keeps the points between two times, both inclusive', () => {
    const edit: TrackEdit = { kind: 'trim', from: at(100), to: at(200) }
    const { track, removed } = applyEdits(trackOf([ride(1000)]), [edit])
    expect(sizes(track)).toEqual([101])
    expect(removed).toEqual([900])
    expect(counted(track).slice(0, 2)).toEqual([0, 5])
    expect(measure(track)).toMatchObject({ distance: 0.5, duration: 100 })
  })

  test('remove separates two segments and counts neither distance nor time in motion', () => {
    const { track } = applyEdits(trackOf([ride(1000)]), [REMOVED])
    expect(sizes(track)).toEqual([301, 401])
    expect(counted(track).slice(299, 303)).toEqual([1495, 1500, 1500, 1505])
    expect(measure(track)).toMatchObject({
      distance: 3.5,
      duration: 1000,
      moving: 700,
      pauses: 300,
    })
  })

  test('split divides all points between both parts', () => {
    const track = trackOf([ride(300), ride(300, 400)])
    const parts = (['before', 'after'] as const).map((keeps) =>
      sizes(applyEdits(track, [{ kind: 'split', at: at(500), keeps }]).track),
    )
    expect(parts).toEqual([[301, 100], [201]])
  })

  test('several edits apply in order, and those without effect say so', () => {
    const edits: TrackEdit[] = [
      { kind: 'trim', from: at(100), to: null },
      { kind: 'trim', from: at(50), to: null },
      REMOVED,
      { kind: 'remove', from: at(400), to: at(650) },
    ]
    const { track, removed } = applyEdits(trackOf([ride(1000)]), edits)
    expect(removed).toEqual([100, 0, 299, 51])
    expect(sizes(track)).toEqual([201, 350])
  })

  test('drop the totals of the device, unless laps cover the rest', () => {
    const lap = (start: number, seconds: number) => ({
      ...{ start: EIGHT + start * SECOND, elapsed: seconds, timer: seconds - 10 },
      ...{ distance: seconds * 5.1, ascent: 7, calories: 30 },
    })
    const laps = { laps: [lap(0, 400), lap(400, 300), lap(700, 300)] }
    const track = trackOf([ride(1000)], { device: TOTALS, laps, calories: 99 })
    const exact = applyEdits(track, [{ kind: 'trim', from: null, to: at(700) }]).track
    expect(exact.laps?.laps).toHaveLength(2)
    expect(exact).toMatchObject({
      calories: 60,
      device: { distance: 3570, moving: 680, ascent: 14 },
    })
    expect(measure(exact)).toMatchObject({ distance: 3.57, moving: 680 })
    const partial = applyEdits(track, [{ kind: 'trim', from: null, to: at(600) }]).track
    expect(partial.laps?.laps).toHaveLength(1)
    expect(partial).toMatchObject({ calories: null })
    expect(partial).not.toHaveProperty('device')
    expect(measure(partial).distance).toBe(3)
  })

  test('measure a recording without positions by its samples', () => {
    const track = trackOf([inPool(ride(1000))], { withoutGps: TOTALS })
    const edited = applyEdits(track, [REMOVED]).track
    expect(edited.withoutGps).toMatchObject({ distance: 3500, duration: 1000, moving: 700 })
    for (const measurements of ['device', 'fittrackee'] as const)
      expect(summarise(edited, { ...CYCLING, measurements }).metrics).toMatchObject({
        ...{ distance: 3.5, duration: 1000, moving: 700 },
      })
  })

  test('delete positions to which nobody could have moved, and no others', () => {
    const segment = ride(600)
    for (const i of [0, 300, 301, 302, 600]) segment.lat[i] = 1
    const { track, removed } = applyEdits(trackOf([segment], { device: TOTALS }), [
      { kind: 'spikes', max_speed: 12 },
    ])
    expect(removed[0]).toBeGreaterThanOrEqual(4)
    const [{ lat } = segment] = track.segments
    expect([300, 301, 302].map((i) => lat[i])).toEqual([Number.NaN, Number.NaN, Number.NaN])
    expect(lat[299]).toBeCloseTo(299 * 5 * METRE)
    expect(track.device).toMatchObject({ distance: null, maxSpeed: null, duration: 1000 })
    expect(segment.lat[300]).toBe(1)
  })

  test('do not take a fast ride for spikes', () => {
    const fast = line(600, { time: EIGHT, lat: 0, lon: 6 }, { time: SECOND, lat: 25 * METRE })
    for (const segments of [[ride(300), fast], [fast]]) {
      const { removed } = applyEdits(trackOf(segments), [{ kind: 'spikes', max_speed: 12 }])
      expect(removed).toEqual([0])
    }
  })

  test('delete impossible heart rates, powers and jumps of the counted distance', () => {
    const segment = ride(100)
    segment.hr.fill(140)
    segment.power.fill(200)
    segment.hr[7] = 250
    segment.hr[8] = 3
    segment.power[9] = 4000
    const values = segment.extra?.[0]?.values ?? new Float32Array()
    for (let i = 50; i < values.length; i++) values[i] = (values[i] ?? 0) + 9000
    const { track, removed } = applyEdits(trackOf([segment]), [{ kind: 'spikes', max_speed: 12 }])
    expect(removed).toEqual([4])
    expect(counted(track).at(-1)).toBe(495)
  })

  test('are rejected when fewer than two points remain', () => {
    const edit: TrackEdit = { kind: 'trim', from: at(2000), to: null }
    expect(() => applyEdits(trackOf([ride(1000)]), [edit])).toThrow('fewer than two points')
  })

  test('keep only points of the recording, in order, whatever it contains', () => {
    const time = fc.integer({ min: -10, max: 600 }).map(at)
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('trim' as const), from: time, to: time }),
      fc.record({ kind: fc.constant('remove' as const), from: time, to: time }),
      fc.record({ kind: fc.constant('spikes' as const), max_speed: fc.constant(12) }),
    )
    const segments = fc.array(anySegment(1), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(segments, fc.array(edit, { maxLength: 4 }), (given, edits) => {
        const before = given.flatMap(({ ele }) => [...ele])
        try {
          const { track, removed } = applyEdits(trackOf(given), edits)
          const after = track.segments.flatMap(({ ele }) => [...ele])
          expect(removed).toHaveLength(edits.length)
          let next = 0
          for (const value of after) {
            while (next < before.length && !Object.is(before[next], value)) next += 1
            expect(next).toBeLessThan(before.length)
            next += 1
          }
        } catch (error) {
          expect(String(error)).toContain('fewer than two points')
        }
      }),
    )
  })
})

describe('edits in a data export', () => {
  const edits = {
    ...{ start: 1, duration: 2 },
    list: [{ kind: 'trim', from: null, to: 3 }, REMOVED, { kind: 'spikes', max_speed: null }],
  }

  test('are read as they were written', () => {
    expect(parseEdits(JSON.parse(JSON.stringify(edits)))).toEqual(edits as never)
  })

  test('are ignored if they are malformed', () => {
    for (const value of [
      ...[null, 'edits', { ...edits, start: null }, { ...edits, list: [] }],
      { ...edits, list: [{ kind: 'trim' }] },
      { ...edits, list: [{ kind: 'fold', at: 5 }] },
      { ...edits, list: [{ kind: 'split', at: 5, keeps: 'all' }] },
      { ...edits, list: Array.from({ length: 101 }, () => REMOVED) },
    ])
      expect(parseEdits(value)).toBeUndefined()
  })
})
