import { leaf, type SamplePoint } from './points'

export interface KmlFileOptions {
  readonly declaration?: string
  readonly name?: string
  readonly description?: string
  /** The prefix of `MultiTrack`, `Track` and `coord`. */
  readonly prefix?: string
  readonly tracks?: readonly (readonly SamplePoint[])[]
  /** Wraps the content of `Document`. */
  readonly wrap?: (placemark: string) => string
}

/** The text of a KML file with one placemark. */
export function kmlText(options: KmlFileOptions = {}): string {
  const { declaration = '<?xml version="1.0" encoding="UTF-8"?>\n', prefix = 'gx:' } = options
  const { tracks = [], wrap = (placemark) => placemark } = options
  const multiTrack = leaf(
    `${prefix}MultiTrack`,
    tracks.map((points) => kmlTrack(points, prefix)).join(''),
  )
  const facts = leaf('name', options.name) + leaf('description', options.description)
  const placemark = leaf('Placemark', facts + multiTrack)
  return `${declaration}<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${wrap(placemark)}</Document></kml>\n`
}

/** A file with one track per list of points. */
export function kmlOf(...tracks: readonly (readonly SamplePoint[])[]): string {
  return kmlText({ tracks })
}

/** One `Track`; a point without lat has an empty position. */
export function kmlTrack(points: readonly SamplePoint[], prefix = 'gx:'): string {
  const times = points.map(({ time }) => leaf('when', time)).join('')
  const positions = points.map((point) => leaf(`${prefix}coord`, positionText(point))).join('')
  const values =
    valueList('heartrate', points, 'hr') +
    valueList('cadence', points, 'cadence') +
    valueList('power', points, 'power')
  const data = leaf('ExtendedData', `<SchemaData schemaUrl="#schema">${values}</SchemaData>`)
  return leaf(`${prefix}Track`, `${times}${positions}${values && data}`)
}

function positionText({ lat, lon, ele = 0 }: SamplePoint): string {
  return lat === undefined ? '' : `${lon} ${lat} ${ele}`
}

function valueList(
  name: string,
  points: readonly SamplePoint[],
  key: 'hr' | 'cadence' | 'power',
): string {
  if (points.every((point) => point[key] === undefined)) return ''
  const values = points.map((point) => leaf('gx:value', point[key] ?? '')).join('')
  return `<gx:SimpleArrayData name="${name}">${values}</gx:SimpleArrayData>`
}
