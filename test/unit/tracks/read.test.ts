import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { MAX_UNPACKED_BYTES } from '@/domain/tracks/formats/limits'
import { type ReadOptions, readTrack } from '@/domain/tracks/read'
import type { Track } from '@/domain/tracks/track'
import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import { gpxOf } from '../../support/tracks/gpx'
import { kmlOf } from '../../support/tracks/kml'
import { bytesOf, sizesOf } from '../../support/tracks/outcome'
import { samplePoints } from '../../support/tracks/points'
import { tcxOf } from '../../support/tracks/tcx'
import { zipBytes } from '../../support/tracks/zip'

const OPTIONS: ReadOptions = { segmentsCreationEvent: 'all', acceptWithoutGps: true }

const GPX = bytesOf(gpxOf(samplePoints(2)))
const TCX = bytesOf(tcxOf(samplePoints(3)))
const KML = bytesOf(kmlOf(samplePoints(4)))
const KMZ = zipBytes([{ name: 'doc.kml', content: kmlOf(samplePoints(5)) }])

async function read(name: string, bytes: Uint8Array, options = OPTIONS) {
  try {
    return await readTrack(name, bytes, options)
  } catch (error) {
    if (error instanceof TrackError) return error.kind
    throw error
  }
}

async function sizes(name: string, bytes: Uint8Array): Promise<number[]> {
  return sizesOf(await read(name, bytes))
}

describe('readTrack', () => {
  test('reads every format by its file name', async () => {
    expect(await sizes('a.gpx', GPX)).toEqual([2])
    expect(await sizes('b.TCX', TCX)).toEqual([3])
    expect(await sizes('c.d.kml', KML)).toEqual([4])
    expect(await sizes('folder.x/e.kmz', KMZ)).toEqual([5])
  })

  test('reads every format under a wrong file name', async () => {
    expect(await sizes('a.fit', GPX)).toEqual([2])
    expect(await sizes('a.gpx', TCX)).toEqual([3])
    expect(await sizes('a.kmz', KML)).toEqual([4])
    expect(await sizes('noextension', KMZ)).toEqual([5])
  })

  test('uses the file name for XML of an unknown kind', async () => {
    const page = bytesOf('<?xml version="1.0"?><html/>')
    expect(await read('a.gpx', page)).toBe('gpxNoTracks')
    expect(await read('a.tcx', page)).toBe('tcxNoActivities')
    expect(await read('a.kml', page)).toBe('kmlUnsupported')
    expect(await read('a.fit', page)).toBe('invalidFile')
  })

  test.each(['a.gpx', 'a.tcx', 'a.kml', 'a.kmz', 'a.fit', 'a'])(
    'rejects other content in %s',
    async (name) => {
      for (const content of ['', 'text', '<html/>', '{"a":[]}', 'A\nB', '\x1f\x8b'])
        expect(await read(name, bytesOf(content))).toBe('invalidFile')
    },
  )

  test('passes options to the formats that need them', async () => {
    const indoor = samplePoints(3).map(({ lat: _lat, lon: _lon, ...rest }) => rest)
    const bytes = bytesOf(tcxOf(indoor, { metres: 12 }))
    expect(await read('a.tcx', bytes)).toMatchObject({ withoutGps: { distance: 12 } })
    expect(await read('a.tcx', bytes, { ...OPTIONS, acceptWithoutGps: false })).toBe(
      'tcxNoCoordinates',
    )
  })

  test('rejects a bad FIT file with the error for FIT files', async () => {
    const bytes = bytesOf('\x00\x10\0\0\0\0\0\0.FIT\0\0')
    expect(await read('a.fit', bytes)).toBe('fitUnreadable')
  })
})

describe('readTrack on gzip files', () => {
  test('reads the content by its signature and inner name', async () => {
    expect(await sizes('a.gpx.gz', gzipSync(GPX))).toEqual([2])
    expect(await sizes('a.TCX.GZ', gzipSync(TCX))).toEqual([3])
    expect(await sizes('a.gpx', gzipSync(GPX))).toEqual([2])
    expect(await read('a.tcx.gz', gzipSync('<?xml version="1.0"?><x/>'))).toBe('tcxNoActivities')
  })

  test.each([
    ['truncated', gzipSync(GPX).subarray(0, -12)],
    ['damaged', gzipSync(GPX).fill(7, 20, 40)],
    ['compressed twice', gzipSync(gzipSync(GPX))],
    ['an archive of something else', gzipSync('hello')],
    ['empty when unpacked', gzipSync('')],
  ])('rejects files that are %s', async (_, bytes) => {
    expect(await read('a.gpx.gz', bytes)).toBe('invalidFile')
  })

  test('refuses to unpack more than the limit', async () => {
    const bomb = gzipSync(new Uint8Array(MAX_UNPACKED_BYTES + 1))
    expect(bomb.length).toBeLessThan(MAX_UNPACKED_BYTES / 500)
    expect(await read('a.gpx.gz', bomb)).toBe('tooLarge')
  })
})

describe('readTrack on unexpected errors', () => {
  test('throws the general error and keeps the cause', async () => {
    const failure = new Error('reading bytes failed')
    const broken = new Proxy(GPX, {
      get: () => {
        throw failure
      },
    })
    const outcome: Track | TrackErrorKind | unknown = await readTrack('a', broken, OPTIONS).catch(
      (error: unknown) => error,
    )
    expect(outcome).toBeInstanceOf(TrackError)
    expect(outcome).toMatchObject({ kind: 'processing', cause: failure })
  })
})
