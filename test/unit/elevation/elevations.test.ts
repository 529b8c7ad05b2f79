import { describe, expect, test } from 'bun:test'
import type { StoredPoints } from '@/domain/tracks/metrics/units'
import { encodePoints } from '@/domain/tracks/streams/points-blob'
import type { Segment } from '@/domain/tracks/track'
import { type ChosenElevations, chooseElevations } from '@/services/elevation/elevations'
import type { ElevationPlan } from '@/services/elevation/plan'
import { startFakeServer } from '../../support/fake-server'
import { line, SECOND, segmentOf, trackOf } from '../../support/segments'

const EIGHT = Date.UTC(2024, 5, 1, 8) * 1000
const STEP = { time: SECOND, lat: 1e-4, lon: 1e-4, ele: 1 }
const START = { time: EIGHT, lat: 45, lon: 6, ele: 100 }

const complete = line(3, START, STEP)
const gappy = segmentOf([
  { ...START, time: EIGHT + 60 * SECOND },
  { lat: 45.1, lon: 6.1, time: EIGHT + 61 * SECOND },
])
const lonePoint = segmentOf([{ lat: 45, lon: 6, time: EIGHT + 90 * SECOND }])

const valhalla = () =>
  startFakeServer(({ body }) => Response.json({ height: JSON.parse(body).shape.map(() => 7) }))

const choose = (
  segments: Parameters<typeof trackOf>[0],
  plan: ElevationPlan,
  url = 'http://127.0.0.1:9',
) => chooseElevations(trackOf(segments), plan, { openElevation: undefined, valhalla: url, fetch })

const whenMissing: ElevationPlan = { use: 'service', source: 'valhalla', whenMissing: true }
const always: ElevationPlan = { use: 'service', source: 'valhalla', whenMissing: false }

const stored = (segments: readonly (typeof complete)[]): ElevationPlan => ({
  use: 'stored',
  source: 'open_elevation',
  points: segments.map((segment) =>
    encodePoints({ ...segment, speed: new Float64Array(segment.size) } satisfies StoredPoints),
  ),
})

describe('elevations of a new recording', () => {
  test('come from the file when none is missing', async () => {
    const service = valhalla()
    expect(await choose([complete], whenMissing, service.url)).toEqual({
      source: 'file',
      unmatched: 0,
    })
    expect(service.asked).toEqual([])
  })

  test('come from the service as soon as one is missing', async () => {
    const service = valhalla()
    const chosen = await choose([complete, gappy], whenMissing, service.url)
    expect(chosen.source).toBe('valhalla')
    expect(valuesOf(chosen)).toEqual([
      [7, 7, 7],
      [7, 7],
    ])
    expect(service.asked).toHaveLength(2)
  })

  test('ignore segments of a single point', async () => {
    expect((await choose([complete, lonePoint], whenMissing)).source).toBe('file')
  })

  test('come from the file when it has no positions', async () => {
    const totals = { distance: 1, duration: 1, moving: 1, maxSpeed: 1 }
    const track = trackOf([segmentOf([{ time: EIGHT }])], { withoutGps: totals })
    const access = { openElevation: undefined, valhalla: 'http://127.0.0.1:9', fetch }
    expect((await chooseElevations(track, always, access)).source).toBe('file')
  })

  test('fail with the service', async () => {
    const service = startFakeServer(() => new Response('', { status: 503 }))
    await expect(choose([gappy], whenMissing, service.url)).rejects.toThrow('Valhalla answered 503')
  })
})

describe('elevations of a refreshed recording', () => {
  test('come from the service on request, even if none is missing', async () => {
    const chosen = await choose([complete], always, valhalla().url)
    expect(chosen).toEqual({
      source: 'valhalla',
      columns: [Float64Array.of(7, 7, 7)],
      unmatched: 0,
    })
  })

  test('are the stored ones of points with the same time and position', async () => {
    const kept = { ...complete, ele: Float64Array.of(801, Number.NaN, 803) }
    const chosen = await choose([complete], stored([kept]))
    expect(chosen).toMatchObject({ source: 'open_elevation', unmatched: 0 })
    expect(valuesOf(chosen)).toEqual([[801, Number.NaN, 803]])
  })

  test('are found when the points are in other segments than before', async () => {
    const all = line(5, START, STEP)
    const unlike = { ...all, ele: new Float64Array(5) }
    const chosen = await choose([partOf(unlike, 0, 2), partOf(unlike, 2, 5)], stored([all]))
    expect(chosen.unmatched).toBe(0)
    expect(valuesOf(chosen)).toEqual([
      [100, 101],
      [102, 103, 104],
    ])
  })

  test('come from the file, cleaned, for points that were not stored', async () => {
    const elsewhere = {
      ...complete,
      lat: Float64Array.of(45, 45.5, 45.5),
      ele: Float64Array.of(1, 2, 0),
    }
    const chosen = await choose([elsewhere], stored([complete]))
    expect(chosen).toMatchObject({ source: 'open_elevation', unmatched: 2 })
    expect(valuesOf(chosen)).toEqual([[100, 2, Number.NaN]])
  })
})

const valuesOf = ({ columns = [] }: ChosenElevations) => columns.map((column) => [...column])

const partOf = (segment: Segment, from: number, to: number): Segment => ({
  size: to - from,
  time: segment.time.slice(from, to),
  lat: segment.lat.slice(from, to),
  lon: segment.lon.slice(from, to),
  ele: segment.ele.slice(from, to),
  hr: segment.hr.slice(from, to),
  cadence: segment.cadence.slice(from, to),
  power: segment.power.slice(from, to),
})
