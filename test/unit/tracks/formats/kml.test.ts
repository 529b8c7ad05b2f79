import { describe, expect, test } from 'bun:test'
import { readKml } from '@/domain/tracks/formats/kml/kml'
import { type KmlFileOptions, kmlOf, kmlText, kmlTrack } from '../../../support/tracks/kml'
import { bytesOf, columnOf, columnsOf, outcomeOf, sizesOf } from '../../../support/tracks/outcome'
import { SAMPLE_START, samplePoints, THREE_SAMPLES } from '../../../support/tracks/points'

const SECOND = 1_000_000

function read(file: string | KmlFileOptions) {
  return outcomeOf(() => readKml(bytesOf(typeof file === 'string' ? file : kmlText(file))))
}

/** A file with one track that contains these lists. */
function readLists(lists: string) {
  return read(kmlOf([]).replace('<gx:Track></gx:Track>', `<gx:Track>${lists}</gx:Track>`))
}

describe('readKml', () => {
  test('reads every value of every point', () => {
    const track = read(kmlOf(samplePoints(3)))
    expect(columnsOf(track)).toEqual(THREE_SAMPLES)
    expect(track).toMatchObject({ source: null, calories: null })
  })

  test('reads title and description from the placemark, trimmed', () => {
    const file = {
      name: ' Walk ',
      description: '<![CDATA[<b>Nice</b>]]>',
      tracks: [samplePoints(2)],
    }
    const wrap = (placemark: string) => `<name>document</name>${placemark}`
    expect(read({ ...file, wrap })).toMatchObject({ name: 'Walk', description: '<b>Nice</b>' })
    expect(read({ tracks: [samplePoints(2)], wrap })).toMatchObject({
      name: null,
      description: null,
    })
  })

  test('creates a segment for each track and drops tracks without positions', () => {
    const points = samplePoints(5)
    expect(sizesOf(read(kmlOf(points.slice(0, 2), [], points.slice(2))))).toEqual([2, 3])
    expect(sizesOf(read(kmlOf([])))).toEqual([])
  })

  test('reads element names without a prefix', () => {
    expect(sizesOf(read({ prefix: '', tracks: [samplePoints(3)] }))).toEqual([3])
  })

  test('uses the first placemark only', () => {
    const second = kmlText({ name: 'second', tracks: [samplePoints(5)] })
    const other = second.slice(second.indexOf('<Placemark>'), second.indexOf('</Document>'))
    const file = { name: 'first', tracks: [samplePoints(2)] }
    const track = read({ ...file, wrap: (placemark) => placemark + other })
    expect(sizesOf(track)).toEqual([2])
    expect(track).toMatchObject({ name: 'first' })
  })

  test.each([
    ['a folder', { wrap: (placemark: string) => `<Folder>${placemark}</Folder>` }],
    ['an empty document', { wrap: () => '' }],
  ])('rejects as unsupported %s', (_, options) => {
    expect(read({ tracks: [samplePoints(2)], ...options })).toBe('kmlUnsupported')
  })

  test.each([
    '<kml/>',
    '<kml><Placemark/></kml>',
    '<LinearRing/>',
    '<gpx/>',
    '<k:kml xmlns:k="u"/>',
  ])('rejects as unsupported %s', (xml) => {
    expect(read(xml)).toBe('kmlUnsupported')
  })

  test.each([
    '<LineString><coordinates>6,45,300 6.001,45.001,301</coordinates></LineString>',
    kmlTrack(samplePoints(2)),
    `<gx:MultiTrack>${kmlTrack(samplePoints(2), '')}</gx:MultiTrack>`,
    '<gx:MultiTrack/>',
    '',
  ])('finds no tracks in a placemark with %s', (content) => {
    expect(read(`<kml><Document><Placemark>${content}</Placemark></Document></kml>`)).toBe(
      'kmlNoTracks',
    )
  })

  test('cannot read damaged XML', () => {
    expect(read(kmlOf(samplePoints(2)).slice(0, -8))).toBe('kmlUnreadable')
    expect(read('')).toBe('kmlUnreadable')
  })

  test('reads other encodings as declared', () => {
    const text = kmlText({
      declaration: '<?xml version="1.0" encoding="ISO-8859-1"?>',
      name: 'caf\u00e9',
      tracks: [samplePoints(2)],
    })
    const latin1 = Uint8Array.from(text, (character) => character.charCodeAt(0))
    expect(outcomeOf(() => readKml(latin1))).toMatchObject({ name: 'caf\u00e9' })
  })
})

describe('the lists of a KML track', () => {
  const when = (second: number) => `<when>2024-05-04T08:00:0${second}Z</when>`

  test('are matched by index, in whatever order they are written', () => {
    const track = readLists(
      `<gx:coord>6 45 1</gx:coord>${when(1)}${when(2)}<gx:coord>7 46 2</gx:coord>`,
    )
    expect(columnOf(track, 'time')).toEqual([SAMPLE_START + SECOND, SAMPLE_START + 2 * SECOND])
    expect(columnOf(track, 'lon')).toEqual([6, 7])
  })

  test('drop a point with an empty position and nothing else', () => {
    const points = samplePoints(4).map((point, index) =>
      index === 1 ? { time: point.time ?? '', hr: 1, cadence: 1, power: 1 } : point,
    )
    const track = read(kmlOf(points))
    expect(columnOf(track, 'time')).toEqual([0, 2, 3].map((s) => SAMPLE_START + s * SECOND))
    expect(columnOf(track, 'hr')).toEqual([100, 102, 103])
  })

  test('end with the times: positions without a time are dropped', () => {
    const positions = '<gx:coord>6 45 1</gx:coord><gx:coord>7 46 2</gx:coord>'
    expect(sizesOf(readLists(when(1) + positions))).toEqual([1])
    expect(sizesOf(readLists(`${when(1)}${when(2)}${when(3)}${positions}`))).toEqual([2])
    expect(sizesOf(readLists(positions))).toEqual([])
  })

  test('may be separated by any white space', () => {
    const track = readLists(`${when(1)}<gx:coord>\n 6.5\t45.5   12 </gx:coord>`)
    expect(columnOf(track, 'ele')).toEqual([12])
  })

  test('have no value where none or no number is written', () => {
    const points = samplePoints(3).map((point, index) => ({
      ...point,
      hr: index === 1 ? '' : 'n/a',
      cadence: index === 0 ? 81.9 : '',
    }))
    const track = read(kmlOf(points))
    expect(columnOf(track, 'hr')).toEqual([null, null, null])
    expect(columnOf(track, 'cadence')).toEqual([81, null, null])
  })

  test('with other names are ignored', () => {
    const data = '<gx:SimpleArrayData name="speed"><gx:value>3</gx:value></gx:SimpleArrayData>'
    const nameless = '<gx:SimpleArrayData><gx:value>3</gx:value></gx:SimpleArrayData>'
    const extended = `<ExtendedData><SchemaData>${data}${nameless}</SchemaData></ExtendedData>`
    const track = readLists(`${when(1)}<gx:coord>6 45 1</gx:coord>${extended}`)
    expect(columnOf(track, 'hr')).toEqual([null])
  })

  test('do not leak into the next track', () => {
    const bare = samplePoints(2, () => ({ hr: undefined as never }))
    expect(columnOf(read(kmlOf(samplePoints(2), bare)), 'hr')).toEqual([100, 101, null, null])
  })

  test.each([
    '<gx:coord>6 45</gx:coord>',
    '<gx:coord>6 45 1 2</gx:coord>',
    '<gx:coord>6,45,1</gx:coord>',
    '<gx:coord>6 45 x</gx:coord>',
    '<gx:coord>nan 45 1</gx:coord>',
    '<when>yesterday</when>',
    '<when>2024-05-04</when>',
  ])('are unreadable with %s', (list) => {
    expect(readLists(list)).toBe('kmlUnreadable')
  })
})
