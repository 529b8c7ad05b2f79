import { describe, expect, test } from 'bun:test'
import { lineString, multiLineString } from '@/domain/tracks/geometry/geojson'
import { segmentOf } from '../../../support/segments'

const one = segmentOf([
  { lat: -33.64285790361464, lon: 115.36797143518925 },
  { lat: -33.64, lon: 115.3 },
])

describe('GeoJSON lines', () => {
  test('have longitude before latitude, with 9 decimals', () => {
    expect(lineString(one)).toEqual({
      type: 'LineString',
      coordinates: [
        [115.367971435, -33.642857904],
        [115.3, -33.64],
      ],
    })
  })

  test('of a workout are always a MultiLineString, even if there is only one', () => {
    expect(multiLineString([one])).toEqual({
      type: 'MultiLineString',
      coordinates: [lineString(one).coordinates],
    })
    expect(multiLineString([])).toEqual({ type: 'MultiLineString', coordinates: [] })
  })

  test('never contain negative zero', () => {
    const { coordinates } = lineString(segmentOf([{ lat: -1e-12, lon: -0 }]))
    expect(coordinates[0]?.map((value) => Object.is(value, 0))).toEqual([true, true])
  })
})
