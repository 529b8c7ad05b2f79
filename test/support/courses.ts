import type { SavedCourse } from '@/domain/courses/saved-course'
import { randomNumbers } from './rides-around-home'

/** A wavy line of `size` points about 20 m apart, with hills. */
export function aCourseLine(size = 500, seed = 1) {
  const random = randomNumbers(seed)
  const [lat, lon, ele] = [0, 1, 2].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  let [north, east] = [47.99, 7.85]
  for (let i = 0; i < size; i++) {
    const heading = 3 * Math.sin(i / 40) + random()
    north += 0.00018 * Math.cos(heading)
    east += 0.00027 * Math.sin(heading)
    lat[i] = Math.round(north * 1e7) / 1e7
    lon[i] = Math.round(east * 1e7) / 1e7
    ele[i] = Math.round((400 + 100 * Math.sin(i / 60)) * 10) / 10
  }
  return { lat, lon, ele }
}

/** A saved course with two waypoints. */
export function aSavedCourse(changes: Partial<SavedCourse> = {}): SavedCourse {
  const line = changes.line ?? aCourseLine()
  const placeAt = (i: number) => ({ lat: line.lat[i] ?? 0, lon: line.lon[i] ?? 0 })
  return {
    name: 'Round <1> & back',
    description: 'Über den Berg',
    creator: 'Milepost',
    createdAt: Date.parse('2026-05-01T08:00:00Z'),
    line,
    waypoints: [
      { ...placeAt(40), name: 'Spring', kind: 'water' },
      { ...placeAt(200), name: 'Turn left at the chapel', kind: 'left' },
    ],
    ...changes,
  }
}

/** The GPX text of a course whose points have no times. */
export const courseGpx = (points: readonly (readonly [lat: number, lon: number])[]) =>
  `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><rte><name>Loop</name>${points
    .map(([lat, lon]) => `<rtept lat="${lat}" lon="${lon}"/>`)
    .join('')}</rte></gpx>`
