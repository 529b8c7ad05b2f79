import { describe, expect, test } from 'bun:test'
import { readGpx } from '@/domain/tracks/formats/gpx/gpx'
import { readKml } from '@/domain/tracks/formats/kml/kml'
import { readKmz } from '@/domain/tracks/formats/kml/kmz'
import { MAX_UNPACKED_BYTES } from '@/domain/tracks/formats/limits'
import type { Track } from '@/domain/tracks/track'
import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import { gpxOf } from '../../../support/tracks/gpx'
import { kmlOf } from '../../../support/tracks/kml'
import { sizesOf } from '../../../support/tracks/outcome'
import { samplePoints } from '../../../support/tracks/points'
import { type ZipMember, zipBytes } from '../../../support/tracks/zip'

const KML = kmlOf(samplePoints(3))

async function read(...members: ZipMember[]): Promise<Track | TrackErrorKind> {
  return await readBytes(zipBytes(members))
}

async function readBytes(bytes: Uint8Array): Promise<Track | TrackErrorKind> {
  try {
    return await readKmz(bytes, (name, document) => (name === 'gpx' ? readGpx : readKml)(document))
  } catch (error) {
    if (error instanceof TrackError) return error.kind
    throw error
  }
}

describe('readKmz', () => {
  test.each([true, false])(
    'reads the document among other files (stored without compression: %p)',
    async (stored) => {
      const others = [
        { name: 'a.kml', content: kmlOf(samplePoints(9)) },
        { name: 'images/icon.png', content: 'x' },
      ]
      expect(sizesOf(await read(...others, { name: 'doc.kml', content: KML, stored }))).toEqual([3])
    },
  )

  test('reads a document without declaration, with a byte order mark, and in UTF-16', async () => {
    const text = KML.slice(KML.indexOf('<kml'))
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const content of [text, `\ufeff${text}`, utf16])
      expect(sizesOf(await read({ name: 'doc.kml', content }))).toEqual([3])
  })

  test.each(['a.kml', 'folder/doc.kml', 'DOC.KML'])(
    'reads %p when there is no doc.kml',
    async (name) => {
      expect(sizesOf(await read({ name: 'x.png', content: 'x' }, { name, content: KML }))).toEqual([
        3,
      ])
    },
  )

  test('reads a GPX file in the archive and skips documents without a track', async () => {
    const gpx = { name: 'files/track.gpx', content: gpxOf(samplePoints(4)) }
    expect(sizesOf(await read(gpx))).toEqual([4])
    expect(sizesOf(await read({ name: 'doc.kml', content: '<kml/>' }, gpx))).toEqual([4])
  })

  test('rejects an archive without a document that is a track', async () => {
    expect(await read({ name: 'doc.kml/', content: '' })).toBe('kmzUnreadable')
    expect(await read({ name: 'a.kml', content: '<kml/>' })).toBe('kmzUnreadable')
  })

  test('reports the problem of the document', async () => {
    expect(await read({ name: 'doc.kml', content: '<kml/>' })).toBe('kmlUnsupported')
    expect(await read({ name: 'doc.kml', content: KML.slice(9) })).toBe('kmlUnreadable')
  })

  test.each([
    ['a file that is not an archive', new Uint8Array([0x50, 0x4b, 3, 4, 5, 6, 7])],
    ['a truncated archive', zipBytes([{ name: 'doc.kml', content: KML }]).slice(0, -30)],
    ['damaged data', zipBytes([{ name: 'doc.kml', content: KML, checksum: 7 }])],
    ['an encrypted document', zipBytes([{ name: 'doc.kml', content: KML, encrypted: true }])],
  ])('cannot read %s', async (_, bytes) => {
    expect(await readBytes(bytes)).toBe('kmlUnreadable')
  })

  test('rejects archives that unpack to more than the limit', async () => {
    const content = new Uint8Array(MAX_UNPACKED_BYTES + 1)
    expect(await read({ name: 'doc.kml', content })).toBe('tooLarge')
    expect(await read({ name: 'doc.kml', content: KML, size: 2 ** 26 })).toBe('kmzUnreadable')
    const shared = { name: 'x', content: KML, sharesDataOf: 0 }
    expect(await read({ name: 'doc.kml', content: KML }, shared)).toBe('kmzUnreadable')
    const climbing = { name: '../x', content: '' }
    expect(await read({ name: 'doc.kml', content: KML }, climbing)).toBe('kmzUnreadable')
  })
})
