import type { EdgeRow, TileRow, TileRows } from './tile-rows'

/** Visited tiles, and the outlines of the largest cluster and the largest square. */
export interface DrawnTiles {
  visited: TileRows
  cluster: readonly EdgeRow[]
  square: readonly EdgeRow[]
}

/** Colours of visited tiles and of outlines. */
export interface Colors {
  visited: string
  cluster: string
  square: string
}

/** The part of the map that a canvas shows, in tiles of the zoom level of visited tiles, and its pixels per tile. */
interface View {
  left: number
  top: number
  scale: number
  pixels: number
}

/** Pixels of a tile from which on gaps between tiles are visible. */
const GAP_SIZE = 8
/** Minimum pixels of a tile, so that single ones are visible on a map of the world. */
const MIN_SIZE = 1.5
const OUTLINE_WIDTH = { cluster: 2.5, square: 3.5 }
/** Draws the part of tiles and outlines that a canvas shows. */
export function drawTiles(
  context: CanvasRenderingContext2D,
  { visited, cluster, square }: DrawnTiles,
  { view, colors }: { view: View; colors: Colors },
): void {
  context.fillStyle = colors.visited
  fillTiles(context, visited, view)
  strokeEdges(context, cluster, { ...view, color: colors.cluster, width: OUTLINE_WIDTH.cluster })
  const pen = { color: colors.square, width: OUTLINE_WIDTH.square }
  strokeEdges(context, square, { ...view, ...pen })
  // A square may cross the antimeridian, where columns begin again.
  strokeEdges(context, square, { ...view, ...pen, left: view.left + 2 ** visited.zoom })
}

function fillTiles(context: CanvasRenderingContext2D, { rows }: TileRows, view: View): void {
  const bottom = view.top + view.pixels / view.scale
  for (let index = findRow(rows, Math.floor(view.top)); index < rows.length; index++) {
    const row = rows[index]
    if (!row || row.y >= bottom) break
    if (view.scale < GAP_SIZE) fillRuns(context, row, view)
    else fillSpaced(context, row, view)
  }
}

/** Fills runs of small tiles, without gaps between them. */
function fillRuns(
  context: CanvasRenderingContext2D,
  { y, runs }: TileRow,
  { left, top, scale, pixels }: View,
): void {
  const right = left + pixels / scale
  for (const [from, to] of runs) {
    if (to < Math.floor(left) || from >= right) continue
    const width = Math.max((to + 1 - from) * scale, MIN_SIZE)
    const height = Math.max(scale, MIN_SIZE)
    context.fillRect((from - left) * scale, (y - top) * scale, width, height)
  }
}

/** Fills the tiles of a row in view one by one, with gaps of a pixel. */
function fillSpaced(
  context: CanvasRenderingContext2D,
  { y, runs }: TileRow,
  { left, top, scale, pixels }: View,
): void {
  const last = Math.ceil(left + pixels / scale) - 1
  for (const [from, to] of runs)
    for (let x = Math.max(from, Math.floor(left)); x <= Math.min(to, last); x++)
      context.fillRect((x - left) * scale + 0.5, (y - top) * scale + 0.5, scale - 1, scale - 1)
}

/** Returns the index of the first row that is not north of `y`. */
function findRow(rows: readonly { y: number }[], y: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.y ?? 0) < y) low = middle + 1
    else high = middle
  }
  return low
}

function strokeEdges(
  context: CanvasRenderingContext2D,
  rows: readonly EdgeRow[],
  { left, top, scale, pixels, color, width }: View & { color: string; width: number },
): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.lineCap = 'square'
  context.beginPath()
  // Half of a line is outside of the tile that it bounds, maybe on another canvas.
  const margin = width / scale
  const [right, bottom] = [left + pixels / scale + margin, top + pixels / scale + margin]
  for (let index = findRow(rows, Math.floor(top - margin) - 1); index < rows.length; index++) {
    const row = rows[index]
    if (!row || row.y > bottom) break
    for (const [x0, y0, x1, y1] of row.edges) {
      if (x1 < left - margin || x0 > right) continue
      context.moveTo((x0 - left) * scale, (y0 - top) * scale)
      context.lineTo((x1 - left) * scale, (y1 - top) * scale)
    }
  }
  context.stroke()
}
