import { describe, expect, test } from 'bun:test'
import { readTrack } from '@/domain/tracks/read'
import { fitFile, record as fitRecord, fitTime, timerStop } from '../../../support/tracks/fit'
import { gpxOf } from '../../../support/tracks/gpx'
import { kmlOf } from '../../../support/tracks/kml'
import { samplePoints } from '../../../support/tracks/points'

const START = fitTime('2024-06-01T08:00:00Z')

/** Segments of two points each. */
const segmentsOf = (count: number) => {
  const points = samplePoints(count * 2)
  return Array.from({ length: count }, (_, i) => points.slice(i * 2, i * 2 + 2))
}

const FILES: [name: string, make: (count: number) => string | Uint8Array][] = [
  ['ride.gpx', (count) => gpxOf(...segmentsOf(count))],
  ['ride.kml', (count) => kmlOf(...segmentsOf(count))],
  [
    'ride.fit',
    (count) =>
      fitFile(
        Array.from({ length: count }, (_, i) => [
          fitRecord({ time: START + i * 2, lat: 45, lon: 6 }),
          timerStop(START + i * 2, 0),
        ]).flat(),
      ),
  ],
]

describe.each(FILES)('%s', (name, make) => {
  const read = (count: number) =>
    readTrack(name, Buffer.from(make(count)), {
      segmentsCreationEvent: 'all',
      acceptWithoutGps: true,
    })

  test('may have 2,000 segments', async () => {
    expect((await read(2000)).segments).toHaveLength(2000)
  })

  test('is rejected with 2,001 segments', async () => {
    await expect(read(2001)).rejects.toThrow('file contains too many segments')
  })
})
