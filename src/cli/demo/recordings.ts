import { randomOf } from './random'
import type { DemoPoint } from './track'

const GARMIN = 'http://www.garmin.com/xmlschemas'

function gpxPoint({ heart, cadence, watts, ...point }: DemoPoint): string {
  const power = watts === undefined ? '' : `<power>${watts}</power>`
  const steps = cadence === undefined ? '' : `<gpxtpx:cad>${cadence}</gpxtpx:cad>`
  const lat = point.latitude.toFixed(6)
  const lon = point.longitude.toFixed(6)
  return (
    `<trkpt lat="${lat}" lon="${lon}"><ele>${point.elevation.toFixed(1)}</ele>` +
    `<time>${point.time.toISOString()}</time><extensions>${power}<gpxtpx:TrackPointExtension>` +
    `<gpxtpx:hr>${heart}</gpxtpx:hr>${steps}</gpxtpx:TrackPointExtension></extensions></trkpt>`
  )
}

/** Formats a recording as GPX, with one track segment for each list of points. */
export function gpxOf(segments: readonly DemoPoint[][], creator: string): string {
  const elements = segments.map((points) => `<trkseg>${points.map(gpxPoint).join('\n')}</trkseg>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="${creator}" xmlns="http://www.topografix.com/GPX/1/1"
 xmlns:gpxtpx="${GARMIN}/TrackPointExtension/v1"><trk>${elements.join('\n')}</trk></gpx>
`
}

/** An indoor workout without GPS, on a trainer or in a pool. */
export interface IndoorOuting {
  start: Date
  minutes: number
  /** km/h. */
  speed: number
  heart: readonly [low: number, high: number]
  watts?: number
  /** Seconds of each hard interval and of each rest between two of them. */
  interval: number
}

const STEP = 5

/** Simulates an indoor workout with intervals and formats it as TCX. */
export function indoorTcxOf(outing: IndoorOuting): string {
  const random = randomOf(outing.start.getTime() % 999_983)
  const [low, high] = outing.heart
  let metres = 0
  let effort = 0
  const points = Array.from({ length: (outing.minutes * 60) / STEP }, (_, index) => {
    const seconds = index * STEP
    const hard = Math.floor(seconds / outing.interval) % 2 === 1
    effort += ((hard ? 1 : 0.25) - effort) * 0.06
    metres += (outing.speed / 3.6) * (hard ? 1.15 : 0.9) * STEP * (0.97 + 0.06 * random())
    const watts = outing.watts && Math.round(outing.watts * (hard ? 1.3 : 0.75) + random() * 20)
    return (
      `<Trackpoint><Time>${new Date(outing.start.getTime() + seconds * 1000).toISOString()}</Time>` +
      `<DistanceMeters>${metres.toFixed(1)}</DistanceMeters>` +
      `<HeartRateBpm><Value>${Math.round(low + (high - low) * effort + random() * 2)}</Value></HeartRateBpm>` +
      `${watts ? `<Extensions><TPX xmlns="${GARMIN}/ActivityExtension/v2"><Watts>${watts}</Watts></TPX></Extensions>` : ''}` +
      '</Trackpoint>'
    )
  })
  const id = outing.start.toISOString()
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="${GARMIN}/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="Other"><Id>${id}</Id><Lap StartTime="${id}">
<TotalTimeSeconds>${outing.minutes * 60}</TotalTimeSeconds><DistanceMeters>${metres.toFixed(1)}</DistanceMeters>
<Track>${points.join('\n')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>
`
}
