import { gpxOf } from './tracks/gpx'

const DEGREE = 111_319.49079327358

/** Values that are constant for the whole recording; speed in m/s. */
interface Steady {
  start: string
  minutes: number
  speed?: number
  hr?: number
  power?: number
}

/** A recording on the equator with constant values and a point every five seconds. */
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
