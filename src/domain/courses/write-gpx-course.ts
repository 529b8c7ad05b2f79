import { plainDecimal } from '@/lib/text/decimal'
import { escapeMarkup, textElement } from '@/lib/text/escape-markup'
import type { Waypoint } from './course-file'
import type { SavedCourse } from './saved-course'

const POINTS_PER_CHUNK = 500

/**
 * A GPX 1.1 document with the waypoints of a course and its line, in chunks: as a track, which every device follows
 * exactly, or as a route, between whose points some devices plan their own way.
 */
export function* writeGpxCourse(course: SavedCourse, kind: 'track' | 'route'): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="${escapeMarkup(course.creator)}">
  <metadata>${namesOf(course)}</metadata>\n`
  yield course.waypoints.map(waypointElement).join('')
  const isTrack = kind === 'track'
  yield isTrack ? `  <trk>${namesOf(course)}\n    <trkseg>\n` : `  <rte>${namesOf(course)}\n`
  const { lat, lon, ele } = course.line
  for (let start = 0; start < lat.length; start += POINTS_PER_CHUNK) {
    let chunk = ''
    for (let i = start; i < Math.min(start + POINTS_PER_CHUNK, lat.length); i++) {
      const name = isTrack ? 'trkpt' : 'rtept'
      chunk += `      <${name} ${positionOf(lat[i], lon[i])}>${elevationElement(ele[i])}</${name}>\n`
    }
    yield chunk
  }
  yield isTrack ? '    </trkseg>\n  </trk>\n</gpx>\n' : '  </rte>\n</gpx>\n'
}

const namesOf = ({ name, description }: SavedCourse): string =>
  textElement('name', name) + (description === '' ? '' : textElement('desc', description))

const positionOf = (lat = 0, lon = 0): string =>
  `lat="${plainDecimal(lat)}" lon="${plainDecimal(lon)}"`

const elevationElement = (metres = Number.NaN): string =>
  Number.isNaN(metres) ? '' : `<ele>${plainDecimal(metres)}</ele>`

function waypointElement({ lat, lon, name, kind }: Waypoint): string {
  const type = textElement('type', kind)
  return `  <wpt ${positionOf(lat, lon)}>${textElement('name', name)}${type}</wpt>\n`
}
