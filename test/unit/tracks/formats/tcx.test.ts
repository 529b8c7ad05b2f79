import { describe, expect, test } from 'bun:test'
import { readTcx } from '@/domain/tracks/formats/tcx/tcx'
import { bytesOf, columnOf, columnsOf, outcomeOf, sizesOf } from '../../../support/tracks/outcome'
import {
  SAMPLE_START,
  type SamplePoint,
  samplePoints,
  THREE_SAMPLES,
} from '../../../support/tracks/points'
import { type TcxFileOptions, tcxOf, tcxText } from '../../../support/tracks/tcx'

function read(file: string | TcxFileOptions, acceptWithoutGps = false) {
  const text = typeof file === 'string' ? file : tcxText(file)
  return outcomeOf(() => readTcx(bytesOf(text), { acceptWithoutGps }))
}

function readPoint(point: SamplePoint) {
  return read(tcxOf([{ lat: 1, lon: 2, ...point }]))
}

const withoutPosition = (count: number) =>
  samplePoints(count).map(({ lat: _lat, lon: _lon, ...rest }) => rest)

describe('readTcx', () => {
  test('reads every value of every point', () => {
    const track = read(tcxOf(samplePoints(3)))
    expect(columnsOf(track)).toEqual(THREE_SAMPLES)
    expect(track).toMatchObject({ name: null, description: null })
    expect(track).not.toHaveProperty('withoutGps')
  })

  test('creates one segment from all laps and tracks of an activity', () => {
    const points = samplePoints(9)
    const laps = [
      { points: points.slice(0, 2), moreTracks: [points.slice(2, 4)] },
      { points: points.slice(4, 7) },
    ]
    const track = read({ activities: [{ laps }, { laps: [{ points: points.slice(7) }] }] })
    expect(sizesOf(track)).toEqual([7, 2])
    expect(columnOf(track, 'ele')).toEqual([300, 301, 302, 303, 304, 305, 306, 307, 308])
  })

  test('drops points without a position, including their sensors', () => {
    const points = samplePoints(5).map((point, index) =>
      index % 2 === 0 ? point : { time: point.time ?? '', hr: 200 },
    )
    expect(columnOf(read(tcxOf(points)), 'hr')).toEqual([100, 102, 104])
    expect(columnOf(read(tcxOf(points), true), 'hr')).toEqual([100, 102, 104])
  })

  test.each(['', 'ns3:', 'x:'])('reads power and run cadence under the prefix %p', (prefix) => {
    const laps = [{ points: samplePoints(1) }]
    const track = read({ activities: [{ laps }], prefix, cadenceElement: 'RunCadence' })
    expect(columnOf(track, 'power')).toEqual([150])
    expect(columnOf(track, 'cadence')).toEqual([80])
  })

  test('prefers the cadence of the point to that of the extension', () => {
    const both = (cadence: string) =>
      tcxOf([{ lat: 1, lon: 2, cadence }]).replace(
        '</Trackpoint>',
        '<Extensions><TPX><RunCadence>70</RunCadence></TPX></Extensions></Trackpoint>',
      )
    expect(columnOf(read(both('90')), 'cadence')).toEqual([90])
    expect(columnOf(read(both('0')), 'cadence')).toEqual([0])
    expect(columnOf(read(both('')), 'cadence')).toEqual([70])
  })

  test('has no value where none is written', () => {
    const track = read(tcxOf([...samplePoints(1), { lat: 1, lon: 2 }]))
    for (const column of ['ele', 'time', 'hr', 'cadence', 'power'] as const)
      expect(columnOf(track, column)).toEqual([expect.any(Number), null])
  })

  test.each([-9999.99, 9999.99, 20000, -32768])('treats the altitude %p as missing', (ele) => {
    expect(columnOf(readPoint({ ele }), 'ele')).toEqual([null])
  })

  test.each([-9999.98, 0, 9999.98])('accepts the altitude %p', (ele) => {
    expect(columnOf(readPoint({ ele }), 'ele')).toEqual([ele])
  })

  test('reads a time without a zone as UTC and ignores white space around it', () => {
    expect(columnOf(readPoint({ time: ' 2024-05-04T08:00:00\n' }), 'time')).toEqual([SAMPLE_START])
  })

  test.each([
    ['a time in another format', { time: '4 May 2024' }],
    ['a time that does not exist', { time: '2024-05-04T08:00:60Z' }],
    ['a position that is not a number', { lat: '45,1' }],
    ['an altitude that is not a number', { ele: 'high' }],
    ['a heart rate that is not a number', { hr: 'n/a' }],
    ['a power that is not a number', { power: 'max' }],
  ])('cannot read %s', (_, point) => {
    expect(readPoint(point)).toBe('tcxUnreadable')
  })

  test('cannot read damaged XML', () => {
    expect(read(tcxOf(samplePoints(2)).slice(0, -5))).toBe('tcxUnreadable')
    expect(read('')).toBe('tcxUnreadable')
  })

  test.each([
    ['a course', tcxText().replaceAll('Activities', 'Courses')],
    ['an empty list of activities', tcxText()],
    ['another root element', '<gpx/>'],
    ['a root element with a prefix', '<t:TrainingCenterDatabase xmlns:t="u"/>'],
  ])('finds no activities in %s', (_, xml) => {
    expect(read(xml)).toBe('tcxNoActivities')
    expect(read(xml, true)).toBe('tcxNoActivities')
  })

  test('finds no tracks in activities without points', () => {
    expect(read({ activities: [{}] })).toBe('tcxNoTracks')
    expect(read({ activities: [{ laps: [{ seconds: 9 }] }] })).toBe('tcxNoTracks')
    expect(read(tcxOf([]))).toBe('tcxNoTracks')
    expect(read(tcxOf([]), true)).toBe('tcxNoTracks')
  })
})

describe('the source of a TCX file', () => {
  const laps = [{ points: samplePoints(2) }]

  test('is the first creator with a name', () => {
    const activities = [
      { laps },
      { laps, creator: ' ' },
      { laps, creator: ' Edge 520 ' },
      { laps, creator: 'x' },
    ]
    expect(read({ activities, author: 'Connect' })).toMatchObject({ source: 'Edge 520' })
  })

  test('is the author when there is no creator, or unknown', () => {
    expect(read({ activities: [{ laps }], author: 'Connect' })).toMatchObject({ source: 'Connect' })
    expect(read({ activities: [{ laps }] })).toMatchObject({ source: null })
  })
})

describe('the calories of a TCX file', () => {
  const lap = (calories?: number | string) =>
    calories === undefined ? { points: samplePoints(1) } : { points: samplePoints(1), calories }

  test('are those of the first lap of the last activity with laps', () => {
    const activities = [{ laps: [lap(1), lap(2)] }, { laps: [lap(3), lap(4)] }, {}]
    expect(read({ activities })).toMatchObject({ calories: 3 })
  })

  test('may be 0, and are unknown when missing in the first lap', () => {
    expect(read({ activities: [{ laps: [lap(0)] }] })).toMatchObject({ calories: 0 })
    expect(read({ activities: [{ laps: [lap(), lap(4)] }] })).toMatchObject({ calories: null })
    expect(read({ activities: [{ laps: [lap(3)] }, { laps: [lap()] }] })).toMatchObject({
      calories: null,
    })
    expect(read({ activities: [{ laps: [lap('x')] }] })).toMatchObject({ calories: null })
  })
})

describe('a TCX file without GPS', () => {
  const points = withoutPosition(11)

  test('is rejected unless recordings without GPS are accepted', () => {
    expect(read(tcxOf(points))).toBe('tcxNoCoordinates')
  })

  test('has its points, in a segment for each activity', () => {
    const activities = [
      { laps: [{ points: points.slice(0, 5) }] },
      { laps: [{ points: points.slice(5) }] },
    ]
    const track = read({ activities, cadenceElement: 'RunCadence' }, true)
    expect(sizesOf(track)).toEqual([5, 6])
    expect(columnOf(track, 'lat')).toEqual(Array.from({ length: 11 }, () => null))
    expect(columnOf(track, 'hr')).toEqual(points.map(({ hr }) => Number(hr)))
    expect(columnOf(track, 'cadence')).toEqual(points.map(({ cadence }) => Number(cadence)))
    expect(columnOf(track, 'power')).toEqual(points.map(({ power }) => Number(power)))
  })

  test('has the totals of the device over all laps', () => {
    const laps = [
      { points: points.slice(0, 5), seconds: 4, metres: 20.5, maxSpeed: 6, calories: 7 },
      { points: points.slice(5), seconds: 5.5, metres: 30, maxSpeed: 5 },
    ]
    expect(read({ activities: [{ laps, creator: 'Trainer' }] }, true)).toMatchObject({
      source: 'Trainer',
      calories: 7,
      withoutGps: { distance: 50.5, duration: 10, moving: 9.5, maxSpeed: 6 },
    })
  })

  test('has the totals of the device with positions, too', () => {
    const laps = [{ points: samplePoints(11), seconds: 9.5, metres: 50.5, maxSpeed: 6 }]
    expect(read({ activities: [{ laps }] })).toMatchObject({
      device: { distance: 50.5, duration: null, moving: 9.5, maxSpeed: 6 },
    })
  })

  test('uses the running distance of the points when laps have none', () => {
    const text = tcxOf(points).replaceAll(
      '<AltitudeMeters>',
      '<DistanceMeters>42.5</DistanceMeters><AltitudeMeters>',
    )
    expect(read(text, true)).toMatchObject({
      withoutGps: { distance: 42.5, duration: 10, moving: null, maxSpeed: null },
    })
  })

  test('has a moving time of at most its duration, which is the sum of laps without times', () => {
    expect(read(tcxOf(points, { seconds: 60 }), true)).toMatchObject({
      withoutGps: { duration: 10, moving: 10 },
    })
    const timeless = points.map(({ time: _time, ...rest }) => rest)
    expect(read(tcxOf(timeless, { seconds: 60 }), true)).toMatchObject({
      withoutGps: { duration: 60, moving: 60, distance: null },
    })
  })

  test('counts as a recording with GPS when it has a single position', () => {
    const track = read(tcxOf([...points, { ...points[0], lat: 1, lon: 2 }]), true)
    expect(sizesOf(track)).toEqual([1])
    expect(track).not.toHaveProperty('withoutGps')
  })
})
