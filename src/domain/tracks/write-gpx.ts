import { plainDecimal } from '@/lib/text/decimal'
import { escapeMarkup } from '@/lib/text/escape-markup'
import { isoUtcText } from '@/lib/time/utc-text'
import type { Segment } from './track'

/** Content of a generated GPX file. */
export interface GpxContent {
  /** Text of the `creator` attribute. */
  readonly creator: string
  /** Whole kilocalories. */
  readonly calories: number | null
  readonly segments: Iterable<Segment>
}

const POINTS_PER_CHUNK = 500

const HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" \
xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
xmlns:gpxtrkx="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1" \
version="1.1"`

/**
 * A GPX 1.1 document of one track without name, in chunks to send or to join. Cadence is written
 * as recorded; points without position are left out.
 */
export function* writeGpx(content: GpxContent): Generator<string> {
  yield `${HEADER} creator="${escapeMarkup(content.creator)}">\n  <trk>\n`
  if (content.calories !== null) yield caloriesElement(content.calories)
  for (const segment of content.segments) yield* segmentElement(segment)
  yield '  </trk>\n</gpx>\n'
}

function caloriesElement(calories: number): string {
  const element = `<gpxtrkx:Calories>${plainDecimal(calories)}</gpxtrkx:Calories>`
  return `    <extensions>
      <gpxtrkx:TrackStatsExtension>${element}</gpxtrkx:TrackStatsExtension>
    </extensions>\n`
}

function* segmentElement(segment: Segment): Generator<string> {
  yield '    <trkseg>\n'
  for (let start = 0; start < segment.size; start += POINTS_PER_CHUNK) {
    let chunk = ''
    const end = Math.min(start + POINTS_PER_CHUNK, segment.size)
    for (let i = start; i < end; i++) chunk += pointElement(segment, i)
    yield chunk
  }
  yield '    </trkseg>\n'
}

function pointElement(segment: Segment, i: number): string {
  const { lat = Number.NaN, lon = Number.NaN } = { lat: segment.lat[i], lon: segment.lon[i] }
  if (Number.isNaN(lat) || Number.isNaN(lon)) return ''
  const time = segment.time[i] ?? Number.NaN
  const children = [
    element('ele', segment.ele[i]),
    Number.isNaN(time) ? '' : `<time>${isoUtcText(time)}</time>`,
    extensionsElement(segment, i),
  ].join('')
  return `      <trkpt lat="${plainDecimal(lat)}" lon="${plainDecimal(lon)}">${children}</trkpt>\n`
}

function extensionsElement(segment: Segment, i: number): string {
  const readings = [
    element('gpxtpx:cad', segment.cadence[i]),
    element('gpxtpx:hr', segment.hr[i]),
    element('gpxtpx:power', segment.power[i]),
  ].join('')
  if (readings === '') return ''
  const name = 'gpxtpx:TrackPointExtension'
  return `<extensions><${name}>${readings}</${name}></extensions>`
}

function element(name: string, value = Number.NaN): string {
  return Number.isNaN(value) ? '' : `<${name}>${plainDecimal(value)}</${name}>`
}
