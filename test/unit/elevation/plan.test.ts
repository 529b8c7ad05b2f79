import { describe, expect, test } from 'bun:test'
import { encodePoints } from '@/domain/tracks/streams/points-blob'
import {
  planForChoice,
  planForNew,
  planForRefresh,
  planForRefreshWithService,
} from '@/services/elevation/plan'
import type { ElevationSource } from '@/store/db/schema/columns'
import { line, segmentOf } from '../../support/segments'

const all = { openElevation: 'http://a', valhalla: 'http://b' }
const none = { openElevation: undefined, valhalla: undefined }

const blob = (segment: ReturnType<typeof segmentOf>) =>
  encodePoints({ ...segment, speed: new Float64Array(segment.size) })
const whole = [blob(line(3, { time: 0, lat: 45, lon: 6, ele: 100 }, { time: 1e6 }))]
const lacking = [
  ...whole,
  blob(
    segmentOf([
      { lat: 1, lon: 1, ele: 5 },
      { lat: 1, lon: 1 },
    ]),
  ),
]
const stored = (source: ElevationSource, points = whole) => ({ source, points })

const FILE = { use: 'file' } as const
const asks = (source: ElevationSource) => ({ use: 'service', source, whenMissing: true })

describe('the elevations of a new recording', () => {
  test('come from the preferred service when some are missing', () => {
    expect(planForNew('open_elevation_smooth', all)).toEqual(asks('open_elevation_smooth') as never)
  })

  test('come from the file by preference, or when the service is no longer configured', () => {
    expect(planForNew('file', all)).toEqual(FILE)
    expect(planForNew('valhalla', none)).toEqual(FILE)
    expect(planForNew('open_elevation', { ...none, valhalla: 'http://b' })).toEqual(FILE)
  })
})

describe('the elevations of a refresh', () => {
  test('come from the same source as before', () => {
    expect(planForRefresh(stored('file'))).toEqual(FILE)
    const kept = { use: 'stored', source: 'valhalla', points: whole } as const
    expect(planForRefresh(stored('valhalla'))).toEqual(kept)
  })

  test('with service are kept when no service is available', () => {
    const plan = planForRefreshWithService(stored('valhalla', lacking), 'valhalla', none)
    expect(plan).toMatchObject({ use: 'stored', source: 'valhalla' })
  })

  test('with service are kept when they are complete and from the preferred one', () => {
    const plan = planForRefreshWithService(stored('valhalla'), 'valhalla', all)
    expect(plan).toMatchObject({ use: 'stored', source: 'valhalla' })
  })

  test('with service are requested when some are missing or another service is preferred', () => {
    const ask = (source: ElevationSource, points = whole) =>
      planForRefreshWithService(stored(source, points), 'valhalla', all)
    expect(ask('valhalla', lacking)).toEqual(asks('valhalla') as never)
    expect(ask('open_elevation')).toEqual(asks('valhalla') as never)
    expect(ask('file')).toEqual(asks('valhalla') as never)
    expect(planForRefreshWithService(stored('file'), 'file', all)).toEqual(FILE)
  })
})

describe('a chosen elevation source', () => {
  test('is used for all points, even if it is the current one', () => {
    expect(planForChoice('valhalla')).toEqual({
      use: 'service',
      source: 'valhalla',
      whenMissing: false,
    })
    expect(planForChoice('file')).toEqual(FILE)
  })
})
