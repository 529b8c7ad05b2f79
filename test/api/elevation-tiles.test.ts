import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElevationSource } from '@/store/db/schema/columns'
import { type Ground, hgtTile } from '../support/elevation-tiles'
import { startFakeServer } from '../support/fake-server'
import { newTestFolder } from '../support/folder'
import { gpxOf } from '../support/tracks/gpx'
import { samplePoints } from '../support/tracks/points'
import { startWorkoutServer } from '../support/workouts'

/** 20 points from 45° N 6° E to the north-east. */
const RIDE = gpxOf(samplePoints(20))
const FLAT = RIDE.replaceAll(/<ele>[^<]*<\/ele>/g, '')
const GAP = gpxOf(samplePoints(20, (i) => (i === 4 ? { ele: '' } : {}))).replace('<ele></ele>', '')

/** Elevation rises by ten metres from one sample of the tile to the next in the north. */
const hill: Ground = (lat) => 1000 + (lat - 45) * 12_000

/** A server with a tile around 45.5° N 6.5° E, or with `tiles`, and optionally an elevation service. */
async function withTiles({
  tiles = { 'N45E006.hgt': hgtTile(45, 6, hill) },
  source = 'open_elevation',
  openElevation,
}: {
  tiles?: Record<string, Uint8Array>
  source?: ElevationSource
  openElevation?: string
} = {}) {
  const folder = newTestFolder()
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(tiles)) writeFileSync(join(folder, name), bytes)
  return startWorkoutServer(
    { missing_elevations_processing: source },
    { elevation: { tiles: folder, openElevation, valhalla: undefined } },
  )
}

const heightsOf = async ({ get }: Awaited<ReturnType<typeof withTiles>>, id: string) =>
  (await get(`/api/workouts/${id}/chart_data`)).body.data.chart_data.map(
    ({ elevation }: { elevation: number | null }) => elevation,
  )

describe('elevation tiles on the server', () => {
  test('are listed as the services that they replace', async () => {
    const { get } = await withTiles()
    const { body } = await get('/api/config')
    expect(body.data).toMatchObject({
      elevation_services: { open_elevation: true, valhalla: false },
      elevation_tiles: true,
    })
    expect((await get('/api/auth/profile')).body.data.missing_elevations_processing).toBe(
      'provider_a',
    )
  })

  test('provide elevations for a recording without them, to a decimetre', async () => {
    const server = await withTiles()
    const ride = await server.record('flat.gpx', FLAT)
    expect(ride).toMatchObject({
      elevation_data_source: 'provider_a',
      min_alt: 1000,
      max_alt: 1022.8,
    })
    const heights = await heightsOf(server, ride.id)
    expect(heights).toEqual(Array.from({ length: 20 }, (_, i) => Math.round(10_000 + i * 12) / 10))
  })

  test('are smoothed on request', async () => {
    const server = await withTiles({ source: 'open_elevation_smooth' })
    const ride = await server.record('flat.gpx', FLAT)
    expect(ride.elevation_data_source).toBe('provider_a_smooth')
    expect(ride.max_alt).toBeLessThan(1022)
  })

  test('are used before the service, which is asked only for points outside them', async () => {
    const service = startFakeServer(({ body }) =>
      Response.json({ results: JSON.parse(body).locations.map(() => ({ elevation: 77 })) }),
    )
    const known = await withTiles({ openElevation: service.url })
    expect((await known.record('flat.gpx', FLAT)).min_alt).toBe(1000)
    expect(service.asked).toEqual([])
    const unknown = await withTiles({ openElevation: service.url, tiles: {} })
    expect((await unknown.record('flat.gpx', FLAT)).min_alt).toBe(77)
    expect(service.asked).toHaveLength(1)
  })

  test('do not change a recording of which they cover less than its file', async () => {
    const hole: Ground = (lat) => (lat > 45.001 ? Number.NaN : 1000)
    for (const tiles of [
      { 'N45E006.hgt': hgtTile(45, 6, hole) },
      { 'N46E006.hgt': hgtTile(46, 6, hill) },
      { 'N45E006.hgt': new Uint8Array(12) },
      { 'N45E006.hgt.gz': new Uint8Array(12) },
    ]) {
      const server = await withTiles({ tiles })
      const ride = await server.record('gap.gpx', GAP)
      expect(ride).toMatchObject({ elevation_data_source: 'file', min_alt: 300, max_alt: 319 })
      const { status } = await server.send('POST', `/api/workouts/${ride.id}/refresh`)
      expect(status).toBe(200)
    }
  })

  test('can be chosen when no elevation is missing, and reverted', async () => {
    const { record, send } = await withTiles()
    const { id } = await record('ride.gpx', RIDE)
    const choose = async (elevation_data_source: string) =>
      (await send('PATCH', `/api/workouts/${id}`, { json: { elevation_data_source } })).body.data
        .workouts[0]
    const own = { elevation_data_source: 'provider_a', min_alt: 1000 }
    expect(await choose('provider_a')).toMatchObject(own)
    expect(await choose('file')).toMatchObject({ elevation_data_source: 'file', min_alt: 300 })
  })

  test('are not used by default when the user prefers the file', async () => {
    const { record } = await withTiles({ source: 'file' })
    expect(await record('flat.gpx', FLAT)).toMatchObject({
      elevation_data_source: 'file',
      max_alt: null,
    })
  })
})
