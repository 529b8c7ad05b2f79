import { describe, expect, test } from 'bun:test'
import { readTrack } from '@/domain/tracks/read'
import { fitFile, gpxFile, syntheticRide } from '../../bench/recordings'

const ride = syntheticRide(300)
const read = async (name: string, bytes: Uint8Array) =>
  (await readTrack(name, bytes, { segmentsCreationEvent: 'all', acceptWithoutGps: false })).segments

describe('recordings for benchmarks', () => {
  test('are identical for the same size', () => {
    expect(syntheticRide(300)).toEqual(ride)
  })

  test('contain every point as GPX', async () => {
    expect(await read('ride.gpx', gpxFile(ride))).toEqual([ride])
  })

  test('contain every point as FIT, to the precision of its units', async () => {
    const [segment, ...more] = await read('ride.fit', fitFile(ride))
    expect(more).toEqual([])
    for (const name of ['time', 'hr', 'cadence', 'power'] as const) {
      expect(segment?.[name]).toEqual(ride[name])
    }
    for (let i = 0; i < ride.size; i++) {
      expect(segment?.lat[i]).toBeCloseTo(ride.lat[i] ?? 0, 6)
      expect(segment?.lon[i]).toBeCloseTo(ride.lon[i] ?? 0, 6)
      expect(Math.abs((segment?.ele[i] ?? 0) - (ride.ele[i] ?? 0))).toBeLessThanOrEqual(0.101)
    }
  })
})
