import {
  BASE_MAP_BITS,
  type BaseMap,
  BLOCK_POINTS,
  type Place,
  type Shapes,
} from './decode-base-map'

/** A part of the map to draw. */
export interface MapPart {
  /** The upper left corner, as shares of the Web Mercator square. */
  left: number
  top: number
  /** Zoom level for tiles of 256 pixels; not necessarily a whole number. */
  zoom: number
  /** In pixels. */
  width: number
  height: number
}

/** A line in pixels: x and y by turns. */
export type PixelLine = number[]

/** What a part of the map contains, in pixels from its upper left corner. */
export interface CutBaseMap {
  /** Rings, to be filled by the even-odd rule. */
  land: PixelLine[]
  lakes: PixelLine[]
  borders: PixelLine[]
  disputedBorders: PixelLine[]
  labels: { name: string; x: number; y: number }[]
}

const UNITS = 2 ** BASE_MAP_BITS
const BITS_OF_PIXELS = 8
/** Pixels around the part that are drawn too, so that the edges of rings stay outside. */
const MARGIN = 4
/** Pixels to the left of the part from which labels still reach into it, and above and below. */
const LABEL_REACH = { left: 180, above: 16 }
/** Points nearer to the previous one than this, in pixels along both axes, are skipped. */
const MIN_STEP = 0.6
/** At this zoom level and above, all places are shown. */
const ALL_PLACES = 10

/** Cuts a part out of the base map. Parts that extend beyond the map to the east or west show it again. */
export function cutBaseMap(map: BaseMap, part: MapPart): CutBaseMap {
  const cuts = [-1, 0, 1].map((turn) => createView(part, turn)).filter(isOnMap)
  const rings = (shapes: Shapes) => cuts.flatMap((view) => cutRings(shapes, view))
  const lines = (shapes: Shapes) => cuts.flatMap((view) => cutLines(shapes, view))
  return {
    land: rings(map.land),
    lakes: rings(map.lakes),
    borders: lines(map.borders),
    disputedBorders: lines(map.disputedBorders),
    labels: cuts.flatMap((view) => cutLabels(map.places, view)),
  }
}

/** A part of the map with its edges in units, and the pixels per unit. */
interface View extends MapPart {
  west: number
  north: number
  east: number
  south: number
  scale: number
}

function createView(part: MapPart, turn: number): View {
  const scale = 2 ** (part.zoom + BITS_OF_PIXELS - BASE_MAP_BITS)
  const [west, north] = [(part.left + turn) * UNITS, part.top * UNITS]
  const [east, south] = [west + part.width / scale, north + part.height / scale]
  return { ...part, west, north, east, south, scale }
}

const isOnMap = ({ west, east }: View): boolean => west < UNITS && east > 0

/** Calls `visit` with the range of points of each line whose box, in pixels, is in view and not too small to see. */
function visitLines(
  { starts, boxes }: Shapes,
  view: View,
  visit: (start: number, end: number) => void,
): void {
  for (let line = 0; line + 1 < starts.length; line++)
    if (!isOutside(boxes, line, view) && !isDot(boxes, line, view))
      visit(starts[line] ?? 0, starts[line + 1] ?? 0)
}

/** Whether a box is beyond one side of the view. */
function isOutside(boxes: Int32Array, box: number, view: View): boolean {
  const margin = MARGIN / view.scale
  const at = 4 * box
  return (
    (boxes[at] ?? 0) > view.east + margin ||
    (boxes[at + 2] ?? 0) < view.west - margin ||
    (boxes[at + 1] ?? 0) > view.south + margin ||
    (boxes[at + 3] ?? 0) < view.north - margin
  )
}

/** Whether a box is too small to see. */
function isDot(boxes: Int32Array, box: number, { scale }: View): boolean {
  const at = 4 * box
  const width = (boxes[at + 2] ?? 0) - (boxes[at] ?? 0)
  const height = (boxes[at + 3] ?? 0) - (boxes[at + 1] ?? 0)
  return Math.max(width, height) * scale < MIN_STEP
}

function cutRings(shapes: Shapes, view: View): PixelLine[] {
  const rings: PixelLine[] = []
  visitLines(shapes, view, (start, end) => {
    let ring = toPixels(shapes, view, start, end)
    ring = clip(ring, 0, -MARGIN, 1)
    ring = clip(ring, 0, view.width + MARGIN, -1)
    ring = clip(ring, 1, -MARGIN, 1)
    ring = clip(ring, 1, view.height + MARGIN, -1)
    if (ring.length >= 6) rings.push(ring)
  })
  return rings
}

/**
 * Converts a line to pixels. Of points that are all beyond the same side of the view, only the first and the last are
 * used: the line between them is beyond it, too.
 */
function toPixels({ x, y, blocks }: Shapes, view: View, start: number, end: number): PixelLine {
  const line: PixelLine = []
  let [latestX, latestY] = [Number.NEGATIVE_INFINITY, 0]
  const add = (i: number) => {
    const pixelX = ((x[i] ?? 0) - view.west) * view.scale
    const pixelY = ((y[i] ?? 0) - view.north) * view.scale
    const isNear = Math.abs(pixelX - latestX) < MIN_STEP && Math.abs(pixelY - latestY) < MIN_STEP
    if (isNear && i < end - 1) return
    line.push(pixelX, pixelY)
    latestX = pixelX
    latestY = pixelY
  }
  for (let from = start; from < end; ) {
    const block = Math.floor(from / BLOCK_POINTS)
    const to = Math.min(end, (block + 1) * BLOCK_POINTS)
    const step = isOutside(blocks, block, view) ? Math.max(to - 1 - from, 1) : 1
    for (let i = from; i < to; i += step) add(i)
    from = to
  }
  return line
}

/**
 * Cuts off the part of a ring on one side of an axis-parallel line (Sutherland and Hodgman). `axis` is 0 for x and 1 for
 * y; `sign` is 1 to keep larger values than `limit`, and -1 to keep smaller ones.
 */
function clip(ring: PixelLine, axis: 0 | 1, limit: number, sign: 1 | -1): PixelLine {
  const kept: PixelLine = []
  let [fromX, fromY] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0]
  let before = sign * ((axis === 0 ? fromX : fromY) - limit)
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    const now = sign * ((axis === 0 ? x : y) - limit)
    if (before >= 0 !== now >= 0) {
      const share = before / (before - now)
      kept.push(fromX + share * (x - fromX), fromY + share * (y - fromY))
    }
    if (now >= 0) kept.push(x, y)
    fromX = x
    fromY = y
    before = now
  }
  return kept
}

function cutLines(shapes: Shapes, view: View): PixelLine[] {
  const lines: PixelLine[] = []
  visitLines(shapes, view, (start, end) => {
    lines.push(...clipLine(toPixels(shapes, view, start, end), view))
  })
  return lines
}

/** Splits a line into the parts whose steps may cross the view. */
function clipLine(line: PixelLine, { width, height }: View): PixelLine[] {
  const parts: PixelLine[] = []
  let part: PixelLine | undefined
  for (let i = 2; i < line.length; i += 2) {
    const [fromX = 0, fromY = 0, x = 0, y = 0] = line.slice(i - 2, i + 2)
    const isOutside =
      Math.max(fromX, x) < -MARGIN ||
      Math.min(fromX, x) > width + MARGIN ||
      Math.max(fromY, y) < -MARGIN ||
      Math.min(fromY, y) > height + MARGIN
    if (isOutside) part = undefined
    else if (part) part.push(x, y)
    else {
      part = [fromX, fromY, x, y]
      parts.push(part)
    }
  }
  return parts
}

function cutLabels(places: readonly Place[], view: View): CutBaseMap['labels'] {
  const labels: CutBaseMap['labels'] = []
  for (const place of places) {
    if (place.zoom > view.zoom && view.zoom < ALL_PLACES) break
    const x = (place.x - view.west) * view.scale
    const y = (place.y - view.north) * view.scale
    const isInReach =
      x > -LABEL_REACH.left &&
      x < view.width + LABEL_REACH.above &&
      y > -LABEL_REACH.above &&
      y < view.height + LABEL_REACH.above
    if (isInReach) labels.push({ name: place.name, x, y })
  }
  return labels
}
