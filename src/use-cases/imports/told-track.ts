/** A point of a way, as an export tells of it. */
export interface PlacedInstant {
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

/** A way as GPX, for services that tell of points in a format of their own. */
export function gpxOf(places: readonly PlacedInstant[]): string {
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

/** The heart rate of a point, inside of its extensions. */
const heartRate = (beats: number): string =>
  `<gpxtpx:TrackPointExtension><gpxtpx:hr>${Math.round(beats)}</gpxtpx:hr></gpxtpx:TrackPointExtension>`
