import { MAX_POINTS } from '@/domain/tracks/formats/limits'
import { emptyPoint } from '@/domain/tracks/formats/segment-collector'
import { parseDecimalText } from '@/domain/tracks/formats/text/number-text'
import type { XmlElement, XmlText } from '@/domain/tracks/formats/xml/xml-element'
import { isPlace, type ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Point } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'

/** Name, description and time span of a placemark. */
export interface Placemark {
  name: string | null
  description: string | null
  /** Microseconds since the Unix epoch; NaN if missing. */
  begin: number
  end: number
}

/** A line, and the placemark that contains it. */
export interface KmlLine {
  readonly points: readonly Point[]
  readonly placemark: Placemark
}

/**
 * Reads `LineString` elements: longitude, latitude and optional elevation, separated by commas, with blanks between
 * positions.
 */
export function kmlLine(
  findings: ReadingWarnings,
  found: (line: Pick<KmlLine, 'points'>) => void,
): XmlElement {
  const coordinates = {
    text: (text: XmlText) => {
      const points = pointsIn(text.toString(), findings)
      if (points.length > 0) found({ points })
    },
  }
  return { child: (name) => (name.endsWith('coordinates') ? coordinates : undefined) }
}

function pointsIn(text: string, findings: ReadingWarnings): Point[] {
  const points: Point[] = []
  for (const position of positionsIn(text)) {
    if (position === '') continue
    const [lon, lat, ele] = position.split(',').map((part) => parseDecimalText(part) ?? Number.NaN)
    const point = { ...emptyPoint(), lon: lon ?? Number.NaN, lat: lat ?? Number.NaN }
    point.ele = ele ?? Number.NaN
    if (!isPlace(point.lat, point.lon)) {
      findings.pointsLeftOut += 1
      continue
    }
    if (points.length === MAX_POINTS) throw new TrackError('tooManyPoints')
    points.push(point)
  }
  return points
}

/** Yields the texts of the positions. Some programs write blanks around the commas. */
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
