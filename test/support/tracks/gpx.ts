import { leaf, type SamplePoint } from './points'

export interface GpxTrackOptions {
  readonly name?: string
  readonly description?: string
  /** Inside the `extensions` of the track. */
  readonly extensions?: string
  readonly segments?: readonly (readonly SamplePoint[])[]
}

export interface GpxFileOptions {
  readonly declaration?: string
  /** null omits the attribute. */
  readonly version?: string | null
  readonly creator?: string | null
  readonly namespaces?: string
  readonly tracks?: readonly GpxTrackOptions[]
  /** Put between the root element and its tracks. */
  readonly before?: string
  /** The content of the `extensions` of each point. */
  readonly extensionsOf?: (point: SamplePoint) => string
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACES =
  'xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"'

/** The text of a GPX file; by default version 1.1 with the sensor values in Garmin's extension. */
export function gpxText(options: GpxFileOptions = {}): string {
  const { declaration = DECLARATION, version = '1.1', creator = 'Watch 9', before = '' } = options
  const { namespaces = NAMESPACES, tracks = [], extensionsOf = garminExtensions } = options
  const attributes = [
    version === null ? '' : `version="${version}"`,
    creator === null ? '' : `creator="${creator}"`,
    namespaces,
  ]
  const body = tracks.map((track) => trackText(track, extensionsOf)).join('')
  return `${declaration}<gpx ${attributes.join(' ')}>${before}${body}</gpx>\n`
}

/** A file with one unnamed track of these segments. */
export function gpxOf(...segments: readonly (readonly SamplePoint[])[]): string {
  return gpxText({ tracks: [{ segments }] })
}

/** Garmin's extension with power next to it, as most devices write it. */
function garminExtensions({ hr, cadence, power }: SamplePoint): string {
  const inner = leaf('gpxtpx:hr', hr) + leaf('gpxtpx:cad', cadence)
  const wrapper = inner && leaf('gpxtpx:TrackPointExtension', inner)
  return leaf('power', power) + wrapper
}

/** One `trkpt`. */
function gpxPoint(point: SamplePoint, extensions = ''): string {
  const { lat, lon } = point
  const position = [
    lat === undefined ? '' : ` lat="${lat}"`,
    lon === undefined ? '' : ` lon="${lon}"`,
  ]
  const values = leaf('ele', point.ele) + leaf('time', point.time)
  const extended = extensions && leaf('extensions', extensions)
  return `<trkpt${position.join('')}>${values}${extended}</trkpt>\n`
}

function trackText(
  { name, description, extensions, segments = [] }: GpxTrackOptions,
  extensionsOf: (point: SamplePoint) => string,
): string {
  const points = segments.map((segment) =>
    leaf('trkseg', segment.map((point) => gpxPoint(point, extensionsOf(point))).join('')),
  )
  const facts = leaf('name', name) + leaf('desc', description) + leaf('extensions', extensions)
  return `<trk>${facts}${points.join('')}</trk>`
}
