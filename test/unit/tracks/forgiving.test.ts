import { describe, expect, test } from 'bun:test'
import { type ReadOptions, readTrack } from '@/domain/tracks/read'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { chain, fileId, fitFile, fitTime, record } from '../../support/tracks/fit'
import { gpxOf, gpxText } from '../../support/tracks/gpx'
import { kmlOf, kmlText, kmlTrack } from '../../support/tracks/kml'
import { bytesOf, columnOf, sizesOf } from '../../support/tracks/outcome'
import { SAMPLE_START, samplePoints } from '../../support/tracks/points'
import { tcxOf } from '../../support/tracks/tcx'
import { zipBytes } from '../../support/tracks/zip'

const OPTIONS: ReadOptions = { segmentsCreationEvent: 'all', acceptWithoutGps: true }

const points = samplePoints(6)
const TEXTS: Record<string, string> = {
  'a.gpx': gpxText({ tracks: [{ name: 'Été à vélo', segments: [points] }] }),
  'a.tcx': tcxOf(points).replace('</Activity>', '<Notes>Été à vélo</Notes></Activity>'),
  'a.kml': kmlText({ name: 'Été à vélo', tracks: [points] }),
}
const withoutDeclaration = (text: string) => text.replace(/^<\?xml[^>]*\?>\s*/, '')
const declaredAs = (text: string, encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${withoutDeclaration(text)}`
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

const read = (name: string, content: string | Uint8Array, more: Partial<ReadOptions> = {}) =>
  readTrack(name, typeof content === 'string' ? bytesOf(content) : content, { ...OPTIONS, ...more })

async function refusal(name: string, content: string | Uint8Array, more = {}): Promise<TrackError> {
  try {
    await read(name, content, more)
  } catch (error) {
    if (error instanceof TrackError) return error
    throw error
  }
  throw new Error('the file was read')
}

const facts = ({ name, segments }: Track) => ({ name, segments })

describe.each(Object.entries(TEXTS))('the text of %s', (file, text) => {
  test.each([
    ['without declaration', bytesOf(withoutDeclaration(text))],
    ['after leading white space', bytesOf(` \n\t${text}`)],
    ['after a byte order mark and white space', bytesOf(`\ufeff\n ${text}`)],
    ['in UTF-16', Buffer.from(`\ufeff${declaredAs(text, 'UTF-16')}`, 'utf16le')],
    ['in big-endian UTF-16', utf16be(`\ufeff${withoutDeclaration(text)}`)],
    ['in UTF-16 without a byte order mark', Buffer.from(declaredAs(text, 'UTF-16'), 'utf16le')],
    ['in Latin-1, as declared', Buffer.from(declaredAs(text, 'ISO-8859-1'), 'latin1')],
    ['in Windows-1252, as declared', Buffer.from(declaredAs(text, 'windows-1252'), 'latin1')],
    ['in Latin-1 declared as UTF-8', Buffer.from(declaredAs(text, 'UTF-8'), 'latin1')],
    ['followed by zero bytes', bytesOf(`${text}\0\0\0`)],
  ])('%s gives the same track', async (_, bytes) => {
    const track = await read(file, bytes)
    expect(facts(track)).toEqual(facts(await read(file, text)))
    expect(track.warnings ?? []).toEqual([])
  })

  test('is rejected when truncated, with details of the intact part, and read if that is accepted', async () => {
    const part = text.slice(0, text.indexOf('45.0004'))
    const { kind, remedy } = await refusal(file, part)
    if (file === 'a.kml') {
      // The positions of a KML track are combined at its end: without the end nothing can be read.
      expect({ kind, remedy }).toEqual({ kind: 'kmlUnreadable', remedy: undefined })
      return
    }
    expect(kind).toBe(file === 'a.gpx' ? 'gpxUnreadable' : 'tcxUnreadable')
    expect(remedy).toEqual({
      code: 'incomplete_file',
      points: 4,
      until: '2024-05-04T08:00:03.000Z',
      text: 'the file ends in the middle: 4 points are there, until 2024-05-04T08:00:03.000Z; accept_partial reads them',
    })
    const track = await read(file, part, { acceptPartial: true })
    expect(sizesOf(track)).toEqual([4])
    expect(track.warnings).toEqual([{ kind: 'part_only', count: 1 }])
  })
})

describe('invalid values', () => {
  const odd = samplePoints(5, (index) =>
    index === 1 ? { hr: 'n/a', cadence: 900, power: '151.6' } : { hr: 120.4 },
  )

  test('of sensors are missing and fractions are rounded in GPX', async () => {
    const track = await read('a.gpx', gpxOf(odd))
    expect(columnOf(track, 'hr')).toEqual([120, null, 120, 120, 120])
    expect(columnOf(track, 'cadence')).toEqual([80, null, 82, 80, 81])
    expect(columnOf(track, 'power')).toEqual([150, 152, 152, 153, 154])
    expect(track.warnings).toEqual([{ kind: 'values_ignored', count: 2 }])
  })

  test('of sensors are missing and fractions are rounded in TCX', async () => {
    const track = await read('a.tcx', tcxOf(odd))
    expect(columnOf(track, 'hr')).toEqual([120, null, 120, 120, 120])
    expect(columnOf(track, 'cadence')).toEqual([80, null, 82, 80, 81])
    expect(track.warnings).toEqual([{ kind: 'values_ignored', count: 2 }])
  })

  test('of positions drop their points', async () => {
    const bad = samplePoints(5, (index) => (index === 2 ? { lat: 'x' } : {}))
    for (const [file, text] of [
      ['a.gpx', gpxOf(bad)],
      ['a.tcx', tcxOf(bad)],
      ['a.kml', kmlOf(bad)],
    ] as const) {
      const track = await read(file, text)
      expect(sizesOf(track)).toEqual([4])
      expect(track.warnings).toContainEqual(
        file === 'a.tcx'
          ? { kind: 'values_ignored', count: 1 }
          : { kind: 'points_left_out', count: 1 },
      )
    }
  })

  test('of all positions are an error', async () => {
    const none = samplePoints(3, () => ({ lat: 'x' }))
    expect(await refusal('a.gpx', gpxOf(none))).toMatchObject({
      kind: 'gpxUnreadable',
      remedy: undefined,
    })
  })
})

describe('KML', () => {
  const inFolders = (depth: number, inside: string) =>
    kmlText({
      wrap: () => `${'<Folder><name>f</name>'.repeat(depth)}${inside}${'</Folder>'.repeat(depth)}`,
    })
  const placemark = (inside: string, name = 'p') =>
    `<Placemark><name>${name}</name>${inside}</Placemark>`
  const other = samplePoints(3, (index) => ({ time: `2024-05-04T09:00:0${index}Z` }))

  test.each([0, 1, 3])('tracks are found %d folders deep, in any number', async (depth) => {
    const track = await read(
      'a.kml',
      inFolders(
        depth,
        placemark('<Point><coordinates>6,45</coordinates></Point>', 'start') +
          placemark(kmlTrack(points), 'first') +
          placemark(`<gx:MultiTrack>${kmlTrack(other)}</gx:MultiTrack>`, 'second'),
      ),
    )
    expect(sizesOf(track)).toEqual([6, 3])
    expect(track.name).toBe('first')
    expect(columnOf(track, 'hr').slice(0, 2)).toEqual([100, 101])
  })

  test('a duplicate of a track with other elevations is ignored', async () => {
    const twice = placemark(kmlTrack(points)) + placemark(kmlTrack(points))
    expect(sizesOf(await read('a.kml', inFolders(1, twice)))).toEqual([6])
  })

  const line =
    '<LineString><coordinates>6,45,300 6.001,45.001 ,301\n6.002,45.002</coordinates></LineString>'

  test('a line gets its times from the time span around it', async () => {
    const span =
      '<TimeSpan><begin>2024-05-04T08:00:00Z</begin><end>2024-05-04T08:00:20Z</end></TimeSpan>'
    const track = await read('a.kml', inFolders(2, placemark(span + line, 'line')))
    expect(track.name).toBe('line')
    expect(columnOf(track, 'lat')).toEqual([45, 45.001, 45.002])
    const [first, middle, last] = columnOf(track, 'time')
    expect([first, last]).toEqual([SAMPLE_START, SAMPLE_START + 20e6])
    expect(Math.abs((middle ?? 0) - SAMPLE_START - 10e6)).toBeLessThan(0.1e6)
  })

  test('a line without times is rejected unless times are given', async () => {
    const text = inFolders(0, placemark(line))
    expect(await refusal('a.kml', text)).toMatchObject({
      kind: 'kmlNoTracks',
      remedy: { code: 'times_missing' },
    })
    const track = await read('a.kml', text, { times: { start: SAMPLE_START, duration: 60 } })
    expect(columnOf(track, 'time').at(-1)).toBe(SAMPLE_START + 60e6)
    expect(track.warnings).toEqual([{ kind: 'times_given', count: 1 }])
  })

  test('and GPX are found in a KMZ in any folder', async () => {
    const kml = { name: 'files/Ride.kml', content: inFolders(1, placemark(kmlTrack(points))) }
    expect(sizesOf(await read('a.kmz', zipBytes([kml])))).toEqual([6])
    const gpx = { name: 'files/Ride.gpx', content: gpxOf(points) }
    expect(sizesOf(await read('a.kmz', zipBytes([gpx])))).toEqual([6])
  })
})

describe('a GPX line without times', () => {
  const bare = samplePoints(4).map(({ time: _, ...rest }) => rest)
  const route = `<rte>${bare.map(({ lat, lon }) => `<rtept lat="${lat}" lon="${lon}"/>`).join('')}</rte>`

  test.each([
    ['a track', gpxOf(bare), 'noStartTime'],
    ['a route', gpxText({ before: route }), 'gpxNoTracks'],
  ])('as %s is rejected unless times are given', async (_, text, kind) => {
    const error = await refusal('a.gpx', text)
    expect(error).toMatchObject({ kind, remedy: { code: 'times_missing' } })
    const track = await read('a.gpx', text, { times: { start: SAMPLE_START, duration: 30 } })
    expect(columnOf(track, 'time')[0]).toBe(SAMPLE_START)
    expect(columnOf(track, 'time')[3]).toBe(SAMPLE_START + 30e6)
  })

  test('but with a track that has times ignores the given times', async () => {
    const track = await read('a.gpx', gpxOf(points), { times: { start: 0, duration: 30 } })
    expect(columnOf(track, 'time')[0]).toBe(SAMPLE_START)
  })
})

describe('FIT', () => {
  const start = fitTime('2024-05-04T08:00:00Z')
  const messages = [
    fileId(1, 3121),
    ...points.map((_, index) => record({ time: start + index, lat: 45 + index / 1e4, lon: 6 })),
  ]
  const file = fitFile(messages)

  test('is read with extra bytes after its end', async () => {
    const track = await read('a.fit', Buffer.concat([file, Buffer.alloc(40)]))
    expect(sizesOf(track)).toEqual([6])
    expect(track.warnings).toEqual([{ kind: 'bytes_ignored', count: 40 }])
  })

  test('is read with a wrong checksum, chained, and with unknown messages and fields', async () => {
    const wrong = Buffer.from(file)
    wrong.writeUInt16LE(7, wrong.length - 2)
    expect(columnOf(await read('a.fit', wrong), 'lat')).toEqual(
      columnOf(await read('a.fit', file), 'lat'),
    )
    const later = fitFile([record({ time: start + 60, lat: 45.1, lon: 6 })])
    expect(sizesOf(await read('a.fit', chain(file, later)))).toEqual([7])
    const unknown = fitFile([
      ...messages,
      { global: 0xff00, fields: [[200, 'uint8', 1]] },
    ] as typeof messages)
    expect(sizesOf(await read('a.fit', unknown))).toEqual([6])
  })

  test('is read up to where it is truncated, with a warning', async () => {
    const track = await read('a.fit', file.subarray(0, file.length - 20))
    expect(sizesOf(track)[0]).toBeLessThan(6)
    expect(track.warnings).toEqual([{ kind: 'part_only', count: 1 }])
  })

  test('is read when the device was switched off before it wrote the file size', async () => {
    const unsized = Buffer.from(file)
    unsized.writeUInt32LE(0, 4)
    expect(sizesOf(await read('a.fit', unsized))).toEqual([6])
  })

  test('is rejected when the rest of a damaged file follows', async () => {
    const damaged = Buffer.from(file)
    damaged.write('.GIT', 8, 'latin1')
    expect(await refusal('a.fit', chain(file, damaged))).toMatchObject({ kind: 'fitUnreadable' })
  })
})
