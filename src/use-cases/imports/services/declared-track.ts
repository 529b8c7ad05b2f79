import { Readable } from 'node:stream'
import { parseTimeText } from '@/domain/tracks/formats/text/time-text'
import { MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import type { PackedUpload } from '@/use-cases/imports/receive/unpack'

/** A point of a track in a service's own format. */
export interface ExportedPoint {
  /** Degrees. */
  lat: number
  lon: number
  /** Milliseconds since the Unix epoch. */
  time: number
  /** Metres. */
  ele?: number | undefined
  /** Beats per minute. */
  hr?: number | undefined
}

const SENSORS = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v1'

/** Converts the points of a track to GPX, for services with their own formats. */
function formatGpx(places: readonly ExportedPoint[]): string {
  const points = places.map(({ lat, lon, time, ele, hr }) => {
    const height = ele === undefined ? '' : `<ele>${ele}</ele>`
    const beats = hr === undefined ? '' : `<extensions>${heartRate(hr)}</extensions>`
    const when = new Date(time).toISOString()
    return `<trkpt lat="${lat}" lon="${lon}">${height}<time>${when}</time>${beats}</trkpt>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Milepost" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="${SENSORS}">
<trk><trkseg>
${points.join('\n')}
</trkseg></trk></gpx>
`
}

/** Returns the heart rate of a point, to insert into its extensions. */
const heartRate = (beats: number): string =>
  `<gpxtpx:TrackPointExtension><gpxtpx:hr>${Math.round(beats)}</gpxtpx:hr></gpxtpx:TrackPointExtension>`

/** Maximum milliseconds from the Unix epoch that a date can have. */
const MAX_TIME = 8.64e15

/** Returns points as a recording for import; undefined when there are fewer than two. */
export function pointsUpload(
  name: string,
  points: readonly ExportedPoint[],
): PackedUpload | undefined {
  const places = points.filter(({ time }) => Math.abs(time) <= MAX_TIME)
  if (places.length < 2) return undefined
  const bytes = Buffer.from(formatGpx(places))
  return { name, packedSize: bytes.length, open: async () => Readable.from([bytes]) }
}

/** Heart rates at instants, in beats per minute, as services list them apart from the positions. */
export interface ExportedBeats {
  /** Milliseconds since the Unix epoch. */
  time: number
  hr: number
}

/** Maximum milliseconds for which a heart rate applies. */
const MAX_HOLD = 60_000

/** Adds the last heart rate before each point, if it is recent. */
export function withBeats(
  places: readonly ExportedPoint[],
  beats: readonly ExportedBeats[],
): ExportedPoint[] {
  const sorted = beats.toSorted((one, other) => one.time - other.time)
  let next = 0
  return places
    .toSorted((one, other) => one.time - other.time)
    .map((place) => {
      while ((sorted[next]?.time ?? Number.POSITIVE_INFINITY) <= place.time) next += 1
      const last = sorted[next - 1]
      return last && place.time - last.time <= MAX_HOLD ? { ...place, hr: last.hr } : place
    })
}

const TIME = /<time>([^<]{1,40})<\/time>/
const POINT_END = '</trkpt>'
const [SEGMENT, SEGMENT_END, TRACK_END] = ['<trkseg>', '</trkseg>', '</trk>'] as const

/** Joins routes into one GPX file and adds heart rates. `beatsAt` takes milliseconds since the Unix epoch. */
export function joinRoutes(
  routes: readonly string[],
  beatsAt: (instant: number) => number | undefined,
): string {
  const [first = '', ...others] = routes
  const end = first.lastIndexOf(TRACK_END)
  const whole =
    end < 0 ? first : first.slice(0, end) + others.map(segmentsIn).join('') + first.slice(end)
  const declared = whole.includes(`"${SENSORS}"`)
    ? whole
    : whole.replace(/<gpx\b/, `<gpx xmlns:gpxtpx="${SENSORS}"`)
  return withHeartRates(declared, beatsAt)
}

const segmentsIn = (gpx: string): string =>
  gpx.slice(Math.max(0, gpx.indexOf(SEGMENT)), gpx.lastIndexOf(SEGMENT_END) + SEGMENT_END.length)

function withHeartRates(gpx: string, beatsAt: (instant: number) => number | undefined): string {
  const parts: string[] = []
  let position = 0
  for (let end = gpx.indexOf(POINT_END); end >= 0; end = gpx.indexOf(POINT_END, position)) {
    const point = gpx.slice(position, end)
    // The text before the first point is the header of the file, which has a time too.
    const own = point.slice(point.lastIndexOf('<trkpt'))
    const time = parseTimeText(TIME.exec(own)?.[1] ?? '')
    const beats = beatsAt(Math.floor(time / MICROSECONDS_PER_MILLISECOND))
    parts.push(beats === undefined ? point : withExtension(point, heartRate(beats)), POINT_END)
    position = end + POINT_END.length
  }
  return parts.join('') + gpx.slice(position)
}

function withExtension(point: string, more: string): string {
  const end = point.lastIndexOf('</extensions>')
  return end < 0
    ? `${point}<extensions>${more}</extensions>`
    : point.slice(0, end) + more + point.slice(end)
}
