import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { decodeCourse, encodeCourse } from '@/domain/courses/course-blob'
import type { CourseLine } from '@/domain/courses/course-line'
import { readCourse } from '@/domain/courses/read-course'
import type { SavedCourse } from '@/domain/courses/saved-course'
import { writeFitCourse } from '@/domain/courses/write-fit-course'
import { writeGpxCourse } from '@/domain/courses/write-gpx-course'
import { writeTcxCourse } from '@/domain/courses/write-tcx-course'
import { distanceToLine } from '@/domain/tracks/geometry/distance-to-line'
import { placesOfLine } from '@/domain/tracks/geometry/pieces'
import { readTrack } from '@/domain/tracks/read'
import { TrackError } from '@/domain/tracks/track-error'
import { aCourseLine, aSavedCourse, courseGpx } from '../../support/courses'
import { runs } from '../../support/properties'
import { gpxOf } from '../../support/tracks/gpx'
import { kmlText } from '../../support/tracks/kml'
import { bytesOf } from '../../support/tracks/outcome'
import { samplePoints } from '../../support/tracks/points'
import { tcxText } from '../../support/tracks/tcx'

const FILES: Record<string, (course: SavedCourse) => Uint8Array> = {
  'track.gpx': (course) => bytesOf([...writeGpxCourse(course, 'track')].join('')),
  'route.gpx': (course) => bytesOf([...writeGpxCourse(course, 'route')].join('')),
  'course.tcx': (course) => bytesOf([...writeTcxCourse(course)].join('')),
  'course.fit': writeFitCourse,
}

async function read(name: string, content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? bytesOf(content) : content
  const { points, ...facts } = await readCourse(name, bytes)
  return { ...facts, line: decodeCourse(points) }
}

/** Largest distance in metres of a point of one line to another line. */
function distanceBetween(one: CourseLine, other: CourseLine): number {
  const places = placesOfLine(other)
  const distances = Array.from(one.lat, (lat, i) =>
    distanceToLine({ lat, lon: one.lon[i] ?? 0, radius: 0 }, places, 0),
  )
  return Math.max(...distances)
}

const rejection = (name: string, content: string | Uint8Array) =>
  read(name, content).then(
    () => undefined,
    (error) => (error instanceof TrackError ? error.kind : error),
  )

describe('written courses', () => {
  test.each(Object.keys(FILES))('%s has the line, the waypoints and the name', async (name) => {
    const course = aSavedCourse()
    const file = await read(name, FILES[name]?.(course) ?? '')
    expect(file.line.lat).toHaveLength(500)
    expect(distanceBetween(course.line, file.line)).toBeLessThan(0.02)
    expect(distanceBetween(file.line, course.line)).toBeLessThan(0.02)
    for (const [i, metres] of file.line.ele.entries())
      expect(Math.abs(metres - (course.line.ele[i] ?? 0))).toBeLessThanOrEqual(0.11)
    expect(file.waypoints.map(({ name: text, kind }) => [text, kind])).toEqual([
      ['Spring', 'water'],
      ['Turn left at the chapel', 'left'],
    ])
    // TCX allows fifteen characters.
    expect(file.name).toBe(name === 'course.tcx' ? 'Round <1> & bac' : 'Round <1> & back')
    expect(file.description).toBe(name === 'course.fit' ? null : 'Über den Berg')
  })

  test('keep their geometry from GPX to FIT and back', async () => {
    const points = (seed: number) =>
      Array.from(
        aCourseLine(300, seed).lat,
        (lat, i) => [lat, aCourseLine(300, seed).lon[i] ?? 0] as const,
      )
    for (const seed of [1, 2, 3]) {
      const first = await read('a.gpx', courseGpx(points(seed)))
      const fit = await read('b.fit', writeFitCourse(aSavedCourse({ line: first.line })))
      const course = aSavedCourse({ line: fit.line, waypoints: [] })
      const last = await read('c.gpx', [...writeGpxCourse(course, 'track')].join(''))
      expect(distanceBetween(first.line, last.line)).toBeLessThan(1)
      expect(distanceBetween(last.line, first.line)).toBeLessThan(1)
      expect(last.length).toBeCloseTo(first.length, -1)
    }
  })

  test('may cross the antimeridian, and lack elevations', async () => {
    const none = new Float64Array(3).fill(Number.NaN)
    const line = {
      lat: Float64Array.of(-17, -17, -17),
      lon: Float64Array.of(179.99, 180, -179.99),
      ele: none,
    }
    for (const [name, write] of Object.entries(FILES)) {
      const {
        line: found,
        ascent,
        length,
      } = await read(name, write(aSavedCourse({ line, waypoints: [] })))
      expect([...found.ele]).toEqual([...none])
      expect(ascent).toBeNull()
      expect(length).toBeCloseTo(2129.7, 0)
    }
  })

  test('cut long names between characters', async () => {
    const name = 'ü'.repeat(100)
    expect((await read('a.fit', writeFitCourse(aSavedCourse({ name })))).name).toBe('ü'.repeat(31))
  })

  test('are no workouts', async () => {
    const options = {
      segmentsCreationEvent: 'none',
      acceptWithoutGps: true,
      measurements: 'device',
    } as const
    for (const name of ['course.tcx', 'course.fit', 'track.gpx'])
      await expect(
        readTrack(name, FILES[name]?.(aSavedCourse()) ?? new Uint8Array(), options),
      ).rejects.toBeInstanceOf(TrackError)
  })
})

describe('encoded courses', () => {
  const degrees = (limit: number) =>
    fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((n) => n / 1e7)
  const metres = fc.oneof(
    fc.constant(Number.NaN),
    fc.integer({ min: -5000, max: 90_000 }).map((n) => n / 10),
  )
  const points = fc.array(fc.tuple(degrees(90), degrees(180), metres), { maxLength: 30 })

  test('are decoded as they were', () => {
    fc.assert(
      fc.property(points, (all) => {
        const line = {
          lat: Float64Array.from(all, ([lat]) => lat),
          lon: Float64Array.from(all, ([, lon]) => lon),
          ele: Float64Array.from(all, ([, , ele]) => ele),
        }
        const decoded = decodeCourse(encodeCourse(line))
        for (const column of ['lat', 'lon', 'ele'] as const)
          expect([...decoded[column]]).toEqual([...line[column]])
      }),
      runs(200),
    )
  })
})

describe('readCourse', () => {
  test('measures a course', async () => {
    const { length, ascent, descent, minLat, maxLon, thumbnail, size } = await readCourse(
      'a.gpx',
      bytesOf(
        `<gpx version="1.1"><trk><trkseg>${[10, 60, 40, 41, 40, 90]
          .map(
            (ele, i) =>
              `<trkpt lat="48" lon="${(8 + i / 100).toFixed(2)}"><ele>${ele}</ele></trkpt>`,
          )
          .join('')}</trkseg></trk></gpx>`,
      ),
    )
    // A hundredth of a degree on the 48th parallel has 745.7 m.
    expect(length).toBeCloseTo(5 * 745.7, -1)
    expect({ ascent, descent, minLat, maxLon, size }).toEqual({
      ...{ ascent: 100, descent: 20, minLat: 48, maxLon: 8.05, size: 6 },
    })
    expect(thumbnail).toMatch(/^M[\d.]+ [\d.]+l/)
  })

  test('reads recordings in every format, without their pauses', async () => {
    const points = samplePoints(20)
    const kml = kmlText({ name: 'Walk', tracks: [points] })
    const tcx = tcxText({ activities: [{ laps: [{ points }] }] })
    const files = {
      'a.gpx': gpxOf(points.slice(0, 8), points.slice(8)),
      'a.kml': kml,
      'a.tcx': tcx,
    }
    for (const [name, content] of Object.entries(files)) {
      const { line } = await read(name, content)
      expect([...line.lat]).toEqual(points.map(({ lat }) => Number(lat)))
    }
    expect((await read('a.gpx.gz', gzipSync(gpxOf(points)))).line.lat).toHaveLength(20)
  })

  test('reads a line of KML without times', async () => {
    const kml =
      '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Line</name><LineString><coordinates>8,48,100 8.01,48,110 8.02,48.01,120</coordinates></LineString></Placemark></Document></kml>'
    const { name, line } = await read('a.kml', kml)
    expect(name).toBe('Line')
    expect([...line.ele]).toEqual([100, 110, 120])
  })

  test('makes waypoints of named points of a route', async () => {
    const gpx = `<gpx version="1.1"><metadata><name>Tour</name></metadata><wpt lat="48" lon="8"><name>Hut</name><sym>Food</sym></wpt>
      <rte><rtept lat="48" lon="8"/><rtept lat="48.01" lon="8"><name>Left</name><type>LEFT</type></rtept></rte></gpx>`
    expect(await read('a.gpx', gpx)).toMatchObject({
      name: 'Tour',
      waypoints: [
        { lat: 48.01, lon: 8, name: 'Left', kind: 'left' },
        { lat: 48, lon: 8, name: 'Hut', kind: 'food' },
      ],
    })
  })

  test('reads the first track that has points', async () => {
    const track = (name: string, lats: number[]) =>
      `<trk><name>${name}</name><trkseg>${lats.map((lat) => `<trkpt lat="${lat}" lon="8"/>`).join('')}</trkseg></trk>`
    const gpx = `<gpx>${track('empty', [])}${track('first', [48, 48.1])}${track('second', [49, 49.1])}</gpx>`
    const { name, line } = await read('a.gpx', gpx)
    expect([name, ...line.lat]).toEqual(['first', 48, 48.1])
  })

  test('omits points of long lines without moving the line', async () => {
    const line = aCourseLine(45_000)
    const gpx = [...writeGpxCourse(aSavedCourse({ line, waypoints: [] }), 'track')].join('')
    const thinned = await read('a.gpx', gpx)
    expect(thinned.size).toBeLessThanOrEqual(20_000)
    expect(thinned.size).toBeGreaterThan(5000)
    const every = (_: number, i: number) => i % 100 === 0
    const sample = { lat: line.lat.filter(every), lon: line.lon.filter(every), ele: line.ele }
    expect(distanceBetween(sample, thinned.line)).toBeLessThan(15)
  })

  test.each([
    ['a.gpx', courseGpx([]), 'noSegments'],
    ['a.gpx', courseGpx([[48, 8]]), 'noSegments'],
    [
      'a.gpx',
      courseGpx([
        [48, 8],
        [48, 8],
      ]),
      'noSegments',
    ],
    [
      'a.gpx',
      courseGpx([
        [91, 8],
        [48, 181],
      ]),
      'noSegments',
    ],
    [
      'a.gpx',
      courseGpx([
        [48, 8],
        [49, 8],
      ]).slice(0, -30),
      'gpxUnreadable',
    ],
    ['a.gpx', 'no course', 'invalidFile'],
    [
      'a.tcx',
      '<TrainingCenterDatabase><Courses><Course/></Courses></TrainingCenterDatabase>',
      'tcxNoActivities',
    ],
    ['a.fit', writeFitCourse(aSavedCourse()).slice(0, 400), 'fitUnreadable'],
    ['a.fit', new Uint8Array(40), 'invalidFile'],
  ])('rejects %s %#', async (name, content, kind) => {
    expect(await rejection(name, content)).toBe(kind as string)
  })

  test('rejects damaged files with an error for the client', async () => {
    const files = Object.entries(FILES).map(
      ([name, write]) => [name, write(aSavedCourse())] as const,
    )
    const damage = fc.array(fc.tuple(fc.nat(40_000), fc.nat(255)), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        damage,
        fc.nat(40_000),
        async ([name, bytes], changes, cut) => {
          const damaged = bytes.slice(0, Math.max(20, bytes.length - (cut % bytes.length)))
          for (const [at, value] of changes) damaged[at % damaged.length] = value
          const outcome = await readCourse(name, damaged).catch((error) => error)
          if (outcome instanceof TrackError) expect(outcome.kind).not.toBe('processing')
          else expect(outcome.size).toBeGreaterThan(1)
        },
      ),
      runs(300),
    )
  })
})
