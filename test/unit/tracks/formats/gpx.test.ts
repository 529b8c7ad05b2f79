import { describe, expect, test } from 'bun:test'
import { readGpx } from '@/domain/tracks/formats/gpx/gpx'
import { MAX_POINTS } from '@/domain/tracks/formats/limits'
import { type GpxFileOptions, gpxOf, gpxText } from '../../../support/tracks/gpx'
import { bytesOf, columnOf, columnsOf, outcomeOf, sizesOf } from '../../../support/tracks/outcome'
import {
  SAMPLE_START,
  type SamplePoint,
  samplePoints,
  THREE_SAMPLES,
} from '../../../support/tracks/points'

const SECOND = 1_000_000

function read(file: string | GpxFileOptions) {
  return outcomeOf(() => readGpx(bytesOf(typeof file === 'string' ? file : gpxText(file))))
}

function readPoint(point: SamplePoint) {
  return read(gpxOf([{ lat: 1, lon: 2, ...point }]))
}

describe('readGpx', () => {
  test('reads every value of every point', () => {
    const track = read(gpxOf(samplePoints(3)))
    expect(columnsOf(track)).toEqual(THREE_SAMPLES)
  })

  test('reads title and description from the track and the source from the creator', () => {
    const segments = [samplePoints(2)]
    const before = '<metadata><name>file</name><desc>of file</desc></metadata>'
    const tracks = [{ name: 'Ride &amp; rest', description: 'Fine', segments }]
    expect(read({ tracks, before })).toMatchObject({
      name: 'Ride & rest',
      description: 'Fine',
      source: 'Watch 9',
      calories: null,
    })
    expect(read({ tracks: [{ segments }], before, creator: null })).toMatchObject({
      name: null,
      description: null,
      source: null,
    })
  })

  test('accepts a blank title and treats an empty one as missing', () => {
    expect(read({ tracks: [{ name: '   ' }] })).toMatchObject({ name: '   ' })
    expect(read({ tracks: [{ name: '', description: '' }] })).toMatchObject({
      name: null,
      description: null,
    })
  })

  test('reads segments in file order, including single points, and drops empty ones', () => {
    const points = samplePoints(6)
    const file = gpxOf(points.slice(0, 2), [], points.slice(2, 3), points.slice(3))
    expect(sizesOf(read(file))).toEqual([2, 1, 3])
    expect(columnOf(read(file), 'ele')).toEqual([300, 301, 302, 303, 304, 305])
  })

  test('preserves the order of points that go back in time', () => {
    const times = ['2024-05-04T08:00:09Z', '2024-05-04T08:00:01Z']
    const track = read(gpxOf(times.map((time) => ({ lat: 1, lon: 2, time }))))
    expect(columnOf(track, 'time')).toEqual([SAMPLE_START + 9 * SECOND, SAMPLE_START + SECOND])
  })

  test('uses the first track only', () => {
    const tracks = [
      { segments: [samplePoints(2)] },
      {
        name: 'second',
        description: 'second',
        extensions: '<x:y xmlns:x="u"><x:Calories>9</x:Calories></x:y>',
        segments: [samplePoints(5)],
      },
    ]
    const track = read({ tracks })
    expect(sizesOf(track)).toEqual([2])
    expect(track).toMatchObject({ name: null, description: null, calories: null })
  })

  test('returns a first track without points unchanged', () => {
    expect(sizesOf(read({ tracks: [{}, { segments: [samplePoints(5)] }] }))).toEqual([])
  })

  test('ignores routes and waypoints', () => {
    const before = '<wpt lat="1" lon="2"/><rte><name>r</name><rtept lat="1" lon="2"/></rte>'
    expect(sizesOf(read({ before, tracks: [{ segments: [samplePoints(2)] }] }))).toEqual([2])
    expect(read({ before })).toBe('gpxNoTracks')
  })

  test('reads any root element that contains a track, with or without namespace', () => {
    const trk = '<trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>'
    const roots = [
      'gpx',
      'gpx xmlns="http://www.topografix.com/GPX/1/0"',
      'other',
      'g:x xmlns:g="u"',
    ]
    for (const root of roots)
      expect(sizesOf(read(`<${root}>${trk}</${root.split(' ')[0]}>`))).toEqual([1])
  })

  test.each([
    ['an HTML page', '<html><body><p>Not found</p></body></html>'],
    ['an empty file', '<gpx/>'],
    ['a prefixed track', '<g:gpx xmlns:g="u"><g:trk/></g:gpx>'],
    ['a track in a foreign namespace', '<gpx xmlns="u"><trk xmlns="v"/></gpx>'],
  ])('finds no track in %s', (_, xml) => {
    expect(read(xml)).toBe('gpxNoTracks')
  })

  test.each([
    ['text that is not XML', 'hello'],
    ['an unclosed element', '<gpx><trk></gpx>'],
    ['damage after the track', `${gpxOf(samplePoints(2))}<`],
    ['an unbound prefix', '<gpx><trk><name>n</name></trk><extensions><p:x/></extensions></gpx>'],
    [
      'an entity that the file declares',
      '<!DOCTYPE gpx [<!ENTITY n "x">]><gpx><trk><name>&n;</name></trk></gpx>',
    ],
  ])('cannot read %s', (_, xml) => {
    expect(read(xml)).toBe('gpxUnreadable')
  })

  test('reads only UTF-8, whatever encoding is declared', () => {
    const declaration = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    const file = gpxText({ declaration, tracks: [{ name: 'caf\u00e9' }] })
    expect(read(file)).toMatchObject({ name: 'caf\u00e9' })
    const latin1 = Uint8Array.from(file, (character) => character.charCodeAt(0))
    expect(outcomeOf(() => readGpx(latin1))).toBe('gpxUnreadable')
    expect(read(`\ufeff${file}`)).toMatchObject({ name: 'caf\u00e9' })
  })

  test('rejects more points than the limit', () => {
    const file = `<gpx><trk><trkseg>${'<trkpt lat="1" lon="2"/>'.repeat(MAX_POINTS + 1)}</trkseg></trk></gpx>`
    expect(read(file)).toBe('tooManyPoints')
  })
})

describe('values of a GPX point', () => {
  test('are missing when elevation, time and sensors are missing', () => {
    const track = read(gpxOf([{ lat: 1, lon: 2 }]))
    for (const column of ['ele', 'time', 'hr', 'cadence', 'power'] as const)
      expect(columnOf(track, column)).toEqual([null])
  })

  test('do not leak into the next point', () => {
    const track = read(gpxOf([...samplePoints(1), { lat: 1, lon: 2 }]))
    for (const column of ['ele', 'time', 'hr', 'cadence', 'power'] as const)
      expect(columnOf(track, column)).toEqual([expect.any(Number), null])
  })

  test.each(['0', '-12.5', ' 7 ', '1e2'])('accept the number %p', (ele) => {
    expect(columnOf(readPoint({ ele }), 'ele')).toEqual([Number(ele)])
  })

  test('are missing when empty or NaN', () => {
    expect(columnOf(readPoint({ ele: '' }), 'ele')).toEqual([null])
    expect(columnOf(readPoint({ ele: 'NaN' }), 'ele')).toEqual([null])
  })

  test.each([
    ['lat', { lat: '45,1' }],
    ['lat', { lat: '' }],
    ['lat', { lat: 'nan' }],
    ['lon', { lon: 'inf' }],
    ['ele', { ele: '300,0' }],
    ['ele', { ele: ' ' }],
  ] as const)('make the file unreadable when %s is %j', (_, point) => {
    expect(readPoint(point)).toBe('gpxUnreadable')
  })

  test('must include a position', () => {
    expect(read(gpxOf([{ lat: 1 }]))).toBe('gpxUnreadable')
    expect(read(gpxOf([{ lon: 1 }]))).toBe('gpxUnreadable')
  })

  test('are validated in all points of the file', () => {
    const segments = [samplePoints(2)]
    const bad = '<x lat="1" lon="2"><ele>high</ele></x>'
    const named = (name: string) => bad.replaceAll('x', name)
    expect(read({ before: named('wpt'), tracks: [{ segments }] })).toBe('gpxUnreadable')
    expect(read({ before: `<rte>${named('rtept')}</rte>`, tracks: [{ segments }] })).toBe(
      'gpxUnreadable',
    )
    const other = { segments: [[{ lat: 'x', lon: 1 }]] }
    expect(read({ tracks: [{ segments }, other] })).toBe('gpxUnreadable')
  })

  test('may be outside the usual range', () => {
    expect(columnOf(read(gpxOf([{ lat: 91.5, lon: -200 }])), 'lat')).toEqual([91.5])
  })

  test.each(['yesterday', '2024-05-04', '2024-05-04T08:00:60Z', ' 2024-05-04T08:00:00Z', ''])(
    'have no time when it is %p',
    (time) => {
      expect(columnOf(readPoint({ time }), 'time')).toEqual([null])
    },
  )

  test('treat a time without a zone as UTC', () => {
    expect(columnOf(readPoint({ time: '2024-05-04T08:00:00' }), 'time')).toEqual([SAMPLE_START])
  })

  test('use the first element of a name', () => {
    const twice = '<ele>1</ele><ele>2</ele><time>2024-05-04T08:00:00Z</time><time>x</time>'
    const track = read(
      `<gpx><trk><name>a</name><name>b</name><trkseg><trkpt lat="1" lon="2">${twice}</trkpt></trkseg></trk></gpx>`,
    )
    expect(track).toMatchObject({ name: 'a' })
    expect(columnOf(track, 'ele')).toEqual([1])
    expect(columnOf(track, 'time')).toEqual([SAMPLE_START])
  })
})
