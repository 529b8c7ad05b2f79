/** A generated outing. */
export interface RideOptions {
  name?: string
  /** Selects one of many different lines. */
  seed?: number
  start?: Date
  /** The start and end, in degrees. */
  latitude?: number
  longitude?: number
  /** The approximate length of the loop. */
  kilometres?: number
  /** The speed on level ground, in km/h. */
  speed?: number
  /** The height of the hills above and below the mean, in metres. */
  hills?: number
  withHeartRate?: boolean
  withCadence?: boolean
  /** Stops the watch for some minutes halfway, which creates two segments. */
  withPause?: boolean
}

const STEP_SECONDS = 5
const PAUSE_SECONDS = 600
const METRES_PER_DEGREE = 111_195

interface RidePoint {
  latitude: number
  longitude: number
  elevation: number
  time: Date
  hr: number
  cadence: number
}

/** Pseudo-random numbers in [0, 1) from a seed. */
export function randomOf(seed: number): () => number {
  let state = seed * 2654435761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** A closed, winding line as a function of the share travelled. */
function loopOf(options: Required<RideOptions>, random: () => number) {
  const waves = [2, 3, 5, 7, 11].map((k) => ({ k, size: 0.42 / k, phase: random() * 2 * Math.PI }))
  const radius = (options.kilometres * 1000) / 6.4
  const at = (share: number) => {
    const angle = share * 2 * Math.PI
    const wobble = waves.reduce((sum, w) => sum + w.size * Math.cos(w.k * angle + w.phase), 1)
    return { x: radius * wobble * Math.cos(angle), y: 0.7 * radius * wobble * Math.sin(angle) }
  }
  const origin = at(0)
  return (share: number) => {
    const { x, y } = at(share)
    const north = (y - origin.y) / METRES_PER_DEGREE
    const east = (x - origin.x) / METRES_PER_DEGREE / Math.cos((options.latitude * Math.PI) / 180)
    return { latitude: options.latitude + north, longitude: options.longitude + east }
  }
}

function metresBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const shrink = Math.cos((a.latitude * Math.PI) / 180)
  return (
    METRES_PER_DEGREE * Math.hypot(b.latitude - a.latitude, (b.longitude - a.longitude) * shrink)
  )
}

function ridePoints(options: Required<RideOptions>): RidePoint[] {
  const random = randomOf(options.seed)
  const way = loopOf(options, random)
  const phase = random() * 6
  const height = (share: number) =>
    420 +
    options.hills *
      (Math.sin(share * 5 + phase) +
        0.5 * Math.sin(share * 17 + phase) +
        0.12 * Math.sin(share * 61))
  const points: RidePoint[] = []
  let share = 0
  let seconds = 0
  let effort = 0.4
  while (share < 1) {
    const place = way(share)
    const ahead = metresBetween(place, way(share + 0.001))
    const slope = (height(share + 0.001) - height(share)) / ahead
    const pace = Math.max(0.35, Math.min(1.7, 1 - slope * 7)) * (0.94 + 0.12 * random())
    effort += 0.06 * (0.55 + slope * 5 - effort)
    points.push({
      ...place,
      elevation: height(share),
      time: new Date(options.start.getTime() + seconds * 1000),
      hr: Math.round(112 + 62 * Math.max(0, Math.min(1, effort)) + 4 * random()),
      cadence: Math.round(84 - 90 * slope + 5 * random()),
    })
    share += ((options.speed / 3.6) * pace * STEP_SECONDS * 0.001) / ahead
    const halfway = points.length > 1 && share > 0.5 && options.withPause
    if (halfway) options = { ...options, withPause: false }
    seconds += halfway ? PAUSE_SECONDS : STEP_SECONDS
  }
  return points
}

function trackPoint(point: RidePoint, options: Required<RideOptions>): string {
  const hr = options.withHeartRate ? `<gpxtpx:hr>${point.hr}</gpxtpx:hr>` : ''
  const cadence = options.withCadence ? `<gpxtpx:cad>${point.cadence}</gpxtpx:cad>` : ''
  return (
    `<trkpt lat="${point.latitude.toFixed(6)}" lon="${point.longitude.toFixed(6)}">` +
    `<ele>${point.elevation.toFixed(1)}</ele><time>${point.time.toISOString()}</time>` +
    `<extensions><gpxtpx:TrackPointExtension>${hr}${cadence}</gpxtpx:TrackPointExtension></extensions></trkpt>`
  )
}

/** The GPX file of a generated outing: a loop through hills with a point every five seconds. */
export function rideGpx(wishes: RideOptions = {}): string {
  const options: Required<RideOptions> = {
    name: 'Made-up ride',
    seed: 1,
    start: new Date('2026-05-16T07:12:00Z'),
    latitude: 47.62,
    longitude: 9.31,
    kilometres: 24,
    speed: 24,
    hills: 60,
    withHeartRate: true,
    withCadence: true,
    withPause: false,
    ...wishes,
  }
  const points = ridePoints(options)
  const gap = (point: RidePoint, index: number) => {
    const before = points[index - 1]
    return before && point.time.getTime() - before.time.getTime() > STEP_SECONDS * 1000
  }
  const body = points
    .map(
      (point, index) => (gap(point, index) ? '</trkseg><trkseg>' : '') + trackPoint(point, options),
    )
    .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Milepost tests" xmlns="http://www.topografix.com/GPX/1/1"
 xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
<trk><name>${options.name}</name><trkseg>
${body}
</trkseg></trk></gpx>
`
}
