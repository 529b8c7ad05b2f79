import { findRuns, type TileGrid } from './tile-grid'

/** Named sets of tiles to export. */
export interface TileLayer {
  name: string
  grid: TileGrid
}

/** Tiles of the rows from `top` to `bottom` and the columns from `left` to `right`, all inclusive. */
interface Rectangle {
  top: number
  bottom: number
  left: number
  right: number
}

/** Number of rectangles in a chunk of a document. */
const BATCH = 500

/**
 * Writes tiles as a GPX 1.1 document, in chunks: a track for each layer, with a closed segment around each rectangle, for
 * devices that show tracks on their map.
 */
export function* writeTilesGpx(creator: string, layers: readonly TileLayer[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="${creator}">\n`
  for (const { name, grid } of layers) {
    yield `  <trk>\n    <name>${name}</name>\n`
    yield* writeRectangles(grid, (corners) => {
      const points = corners.map(([lon, lat]) => `<trkpt lat="${lat}" lon="${lon}"/>`)
      return `    <trkseg>${points.join('')}</trkseg>\n`
    })
    yield '  </trk>\n'
  }
  yield '</gpx>\n'
}

/** Colours of the layers in order, as opacity, blue, green and red. */
const KML_COLORS = ['66c4731a', '662f9e44', '660c8ee8'] as const

/** Writes tiles as a KML 2.2 document, in chunks: a placemark for each layer, which contains filled rectangles. */
export function* writeTilesKml(layers: readonly TileLayer[]): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">\n  <Document>\n    <name>Explorer tiles</name>\n`
  for (const [index, { name, grid }] of layers.entries()) {
    yield `    <Placemark>
      <name>${name}</name>
      <Style><PolyStyle><color>${KML_COLORS[index]}</color><outline>0</outline></PolyStyle></Style>
      <MultiGeometry>\n`
    yield* writeRectangles(grid, (corners) => {
      const coordinates = corners.map((corner) => corner.join()).join(' ')
      return `        <Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>\n`
    })
    yield '      </MultiGeometry>\n    </Placemark>\n'
  }
  yield '  </Document>\n</kml>\n'
}

type Corner = readonly [longitude: string, latitude: string]

function* writeRectangles(
  grid: TileGrid,
  write: (corners: readonly Corner[]) => string,
): Generator<string> {
  const degrees = (x: number, y: number): Corner => [
    longitudeOf(x, grid.zoom).toFixed(6),
    latitudeOf(y, grid.zoom).toFixed(6),
  ]
  let chunk = ''
  let count = 0
  for (const { top, bottom, left, right } of findRectangles(grid)) {
    const start = degrees(left, bottom + 1)
    chunk += write([
      ...[start, degrees(right + 1, bottom + 1)],
      ...[degrees(right + 1, top), degrees(left, top), start],
    ])
    count += 1
    if (count % BATCH > 0) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

const longitudeOf = (x: number, zoom: number): number => (x / 2 ** zoom) * 360 - 180

const latitudeOf = (y: number, zoom: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI

/** Joins runs of tiles that are exactly below each other. */
function* findRectangles(grid: TileGrid): Generator<Rectangle> {
  // Rectangles whose last row is the current or the previous one, by their first column.
  const open = new Map<number, Rectangle>()
  for (const { y, from, to } of findRuns(grid)) {
    const above = open.get(from)
    if (above?.right === to && above.bottom === y - 1) {
      above.bottom = y
      continue
    }
    if (above) yield above
    open.set(from, { top: y, bottom: y, left: from, right: to })
  }
  yield* open.values()
}
