import { gpxOf } from './tracks/gpx'

const DEGREE = 111_319.49079327358

/** What is steady all the time; metres a second. */
interface Steady {
  start: string
  minutes: number
  speed?: number
  hr?: number
  power?: number
}

/** A recording on the equator of which everything is steady, a point every five seconds. */
export const steadyGpx = ({ start, minutes, speed = 3, ...sensors }: Steady): string =>
  gpxOf(
    Array.from({ length: minutes * 12 + 1 }, (_, i) => ({
      lat: 0,
      lon: ((i * 5 * speed) / DEGREE).toFixed(9),
      ele: 100,
      time: new Date(Date.parse(start) + i * 5000).toISOString(),
      ...sensors,
    })),
  )
