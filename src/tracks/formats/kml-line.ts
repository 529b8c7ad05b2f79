import { isPlace } from '@/tracks/findings'
import type { Point } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { MAX_POINTS } from './limits'
import { parseDecimalText } from './number-text'
import { emptyPoint } from './segment-collector'
import type { XmlElement, XmlText } from './xml-element'

/** What a placemark says of itself. */
export interface Placemark {
  name: string | null
  description: string | null
  /** Microseconds since the Unix epoch, NaN where it does not say. */
  begin: number
  end: number
}

/** A line and the placemark it is of. */
export interface KmlLine {
  readonly points: readonly Point[]
  readonly placemark: Placemark
}

/** Reads `LineString` elements: longitude, latitude and perhaps elevation, with commas, between blanks. */
export function kmlLine(found: (line: Pick<KmlLine, 'points'>) => void): XmlElement {
  const coordinates = {
    text: (text: XmlText) => {
      const points = pointsIn(text.toString())
      if (points.length > 0) found({ points })
    },
  }
  return { child: (name) => (name.endsWith('coordinates') ? coordinates : undefined) }
}

function pointsIn(text: string): Point[] {
  const points: Point[] = []
  for (const position of positionsIn(text)) {
    const [lon, lat, ele] = position.split(',').map((part) => parseDecimalText(part) ?? Number.NaN)
    const point = { ...emptyPoint(), lon: lon ?? Number.NaN, lat: lat ?? Number.NaN }
    point.ele = ele ?? Number.NaN
    if (!isPlace(point.lat, point.lon)) continue
    if (points.length === MAX_POINTS) throw new TrackError('tooManyPoints')
    points.push(point)
  }
  return points
}

/** The texts of the positions; some programs write blanks beside the commas. */
function* positionsIn(text: string): Generator<string> {
  let position = ''
  for (const word of text.split(/\s+/)) {
    if (!position.endsWith(',') && !word.startsWith(',')) {
      yield position
      position = ''
    }
    position += word
  }
  yield position
}
