import { REGION_BITS, type RegionMap } from '@/domain/reference/regions/decode-regions'

/** Units of regions along a side of the world, which is also its number of explorer tiles of zoom 17. */
const WORLD = 2 ** REGION_BITS
/** Number of cells, by which borders are sorted, along a side of the world; and of units along a side of a cell. */
const CELLS = 2 ** 9
const CELL = WORLD / CELLS
/** Metres on the equator per unit. */
const METRES_PER_UNIT = (2 * Math.PI * 6_378_137) / WORLD
/**
 * Maximum distance in metres from which a position outside of all regions belongs to the nearest one: borders are
 * simplified, and piers, beaches and small islands may be outside of them.
 */
const MAX_OFFSHORE = 5000

/**
 * The position, within a unit square, of the point that stands for it. All borders have corners at whole coordinates and
 * are shorter than 2^19 units, so no such point is on a border, and comparing it with borders is exact.
 */
const POINT_OFFSET = { x: 0.5, y: 0.5 + 2 ** -20 }

/** Finds the region of a tile. */
export interface RegionFinder {
  readonly map: RegionMap
  /** The number of the region in which most of a tile of zoom 17 is, or which is near; -1 at sea. */
  readonly find: (column: number, row: number) => number
  /** The region that contains all tiles of a block of zoom 14; undefined if a border is near, or it is at sea. */
  readonly findInBlock: (column: number, row: number) => number | undefined
}

/** A step of a border, by the coordinates of its ends. */
interface Step {
  ax: number
  ay: number
  bx: number
  by: number
}

/** Whether a value is between those of both ends of a step. */
const isCrossed = (one: number, other: number, value: number): boolean =>
  one > value !== other > value

/** Returns which side of the line through a step a point is on. */
const sideOf = ({ ax, ay, bx, by }: Step, x: number, y: number): boolean =>
  (y - ay) * (bx - ax) > (x - ax) * (by - ay)

/** Creates a finder: sorts borders by cells, and finds the regions of the centre of each cell. */
export function createRegionFinder(map: RegionMap): RegionFinder {
  const steps = new Steps(map)
  const cells = sortByCells(steps, (step, visit) => forEachCell(step, 0, visit))
  const borders: BorderIndex = { steps, cells, centres: findCentres(steps) }
  const hasBorder = (left: number, top: number): boolean => {
    const [right, bottom] = [left + TILES_PER_BLOCK, top + TILES_PER_BLOCK]
    return cells.stepsIn(cellAt(left, top)).some((index) => {
      const { ax, ay, bx, by } = steps.get(index)
      const isAside = Math.max(ax, bx) < left || Math.min(ax, bx) > right
      return !isAside && Math.max(ay, by) >= top && Math.min(ay, by) <= bottom
    })
  }
  return {
    map,
    find: (column, row) =>
      findInside(borders, column, row) ??
      findNearest(borders, column + POINT_OFFSET.x, row + POINT_OFFSET.y),
    findInBlock: (column, row) => {
      const [left, top] = [column * TILES_PER_BLOCK, row * TILES_PER_BLOCK]
      return hasBorder(left, top) ? undefined : findInside(borders, left, top)
    },
  }
}

/** The borders by cell, and the regions of the centres of cells. */
interface BorderIndex {
  steps: Steps
  cells: StepsByCell
  centres: Centres
}

/** Returns the first region that contains a tile. */
function findInside(
  { steps, cells, centres }: BorderIndex,
  column: number,
  row: number,
): number | undefined {
  const [x, y] = [column + POINT_OFFSET.x, row + POINT_OFFSET.y]
  const cell = cellAt(x, y)
  const inside = centres.regionsIn(cell)
  const [centreX, centreY] = centreOf(cell)
  for (const index of cells.stepsIn(cell)) {
    const step = steps.get(index)
    // From the centre of the cell along a row, and then along a column. Each border on the way leads into or out of a region.
    const meetsRow = isCrossed(step.ay, step.by, centreY)
    const meetsColumn = isCrossed(step.ax, step.bx, x)
    if (!meetsRow && !meetsColumn) continue
    const isAtCorner = sideOf(step, x, centreY)
    if (meetsRow && sideOf(step, centreX, centreY) !== isAtCorner) steps.cross(index, inside)
    if (meetsColumn && sideOf(step, x, y) !== isAtCorner) steps.cross(index, inside)
  }
  return inside.length > 0 ? Math.min(...inside) : undefined
}

/** Tiles of zoom 17 along the side of a block. */
const TILES_PER_BLOCK = WORLD / 2 ** 14

const cellAt = (x: number, y: number): number => Math.floor(y / CELL) * CELLS + Math.floor(x / CELL)

const columnCentre = (column: number): number => (column + 0.5) * CELL + POINT_OFFSET.x

/** A point near the middle of a cell, which is not on any border. */
const centreOf = (cell: number): [x: number, y: number] => [
  columnCentre(cell % CELLS),
  (Math.floor(cell / CELLS) + 0.5) * CELL + POINT_OFFSET.y,
]

/** The steps of all borders, by the number of the point where they begin. */
class Steps {
  readonly #map: RegionMap
  /** The border of each point. */
  readonly #borders: Int32Array

  constructor(map: RegionMap) {
    this.#map = map
    this.#borders = new Int32Array(map.x.length)
    for (let border = 0; border + 1 < map.starts.length; border++)
      this.#borders.fill(border, map.starts[border], map.starts[border + 1])
  }

  /** Calls a function for each step. The step is only valid during the call: there are hundreds of thousands. */
  forEach(visit: (index: number, step: Readonly<Step>) => void): void {
    const { starts, x, y } = this.#map
    const step = { ax: 0, ay: 0, bx: 0, by: 0 }
    for (let border = 0; border + 1 < starts.length; border++) {
      const last = (starts[border + 1] ?? 0) - 1
      for (let index = starts[border] ?? 0; index < last; index++) {
        step.ax = x[index] ?? 0
        step.ay = y[index] ?? 0
        step.bx = x[index + 1] ?? 0
        step.by = y[index + 1] ?? 0
        visit(index, step)
      }
    }
  }

  get(index: number): Step {
    const { x, y } = this.#map
    return { ax: x[index] ?? 0, ay: y[index] ?? 0, bx: x[index + 1] ?? 0, by: y[index + 1] ?? 0 }
  }

  /** The regions at both sides of a step; -1 for none. */
  sides(index: number): [number, number] {
    const border = this.#borders[index] ?? 0
    return [this.#map.sides[2 * border] ?? -1, this.#map.sides[2 * border + 1] ?? -1]
  }

  /** Changes the list of regions that contain a point when it crosses a step. */
  cross(index: number, inside: number[]): void {
    const border = this.#borders[index] ?? 0
    toggle(inside, this.#map.sides[2 * border] ?? -1)
    toggle(inside, this.#map.sides[2 * border + 1] ?? -1)
  }
}

/** Adds a region to a list, or removes it; -1 is none. */
function toggle(regions: number[], region: number): void {
  if (region < 0) return
  const at = regions.indexOf(region)
  if (at >= 0) regions.splice(at, 1)
  else regions.push(region)
}

/** The steps by the cells that their boxes touch. */
class StepsByCell {
  readonly #starts: Int32Array
  readonly #indices: Int32Array

  constructor(starts: Int32Array, indices: Int32Array) {
    this.#starts = starts
    this.#indices = indices
  }

  stepsIn(cell: number): Int32Array {
    return this.#indices.subarray(this.#starts[cell], this.#starts[cell + 1])
  }

  /** Calls a function for each step in a cell, without creating an array. */
  forEachIn(cell: number, visit: (index: number) => void): void {
    const end = this.#starts[cell + 1] ?? 0
    for (let at = this.#starts[cell] ?? 0; at < end; at++) visit(this.#indices[at] ?? 0)
  }
}

/** Calls a function for each cell to which a step belongs. */
type ListCells = (step: Readonly<Step>, visit: (cell: number) => void) => void

/** Sorts steps by cells, by counting: lists of all cells would need many times as much memory. */
function sortByCells(steps: Steps, listCells: ListCells): StepsByCell {
  const starts = new Int32Array(CELLS * CELLS + 1)
  // One function for all steps: a closure for each would create tens of megabytes of garbage.
  const count = (cell: number) => {
    starts[cell + 1] = (starts[cell + 1] ?? 0) + 1
  }
  steps.forEach((_, step) => {
    listCells(step, count)
  })
  for (let cell = 0; cell < CELLS * CELLS; cell++)
    starts[cell + 1] = (starts[cell + 1] ?? 0) + (starts[cell] ?? 0)
  const indices = new Int32Array(starts.at(-1) ?? 0)
  const next = starts.slice()
  let current = 0
  const place = (cell: number) => {
    const at = next[cell] ?? 0
    indices[at] = current
    next[cell] = at + 1
  }
  steps.forEach((index, step) => {
    current = index
    listCells(step, place)
  })
  return new StepsByCell(starts, indices)
}

/** Calls a function for each cell that the box of a step touches, extended by `margin`. Cells end where the world does. */
function forEachCell(
  { ax, ay, bx, by }: Readonly<Step>,
  margin: number,
  visit: (cell: number) => void,
): void {
  const right = toCell(Math.max(ax, bx) + margin)
  const bottom = toCell(Math.max(ay, by) + margin)
  for (let row = toCell(Math.min(ay, by) - margin); row <= bottom; row++)
    for (let column = toCell(Math.min(ax, bx) - margin); column <= right; column++)
      visit(row * CELLS + column)
}

const toCell = (value: number): number => Math.min(Math.max(Math.floor(value / CELL), 0), CELLS - 1)

/** The regions that contain the centres of cells. Simplified borders may overlap, so there may be several. */
class Centres {
  readonly #single = new Int16Array(CELLS * CELLS).fill(-1)
  readonly #several = new Map<number, readonly number[]>()

  set(cell: number, regions: readonly number[]): void {
    const [first, second] = regions
    if (second !== undefined) this.#several.set(cell, [...regions])
    else this.#single[cell] = first ?? -1
  }

  /** A list of the regions that contain the centre of a cell. */
  regionsIn(cell: number): number[] {
    const region = this.#single[cell] ?? -1
    return region >= 0 ? [region] : [...(this.#several.get(cell) ?? [])]
  }
}

function findCentres(steps: Steps): Centres {
  /** The steps between the centres of a cell and of the one before it in its row. */
  const crossed = sortByCells(steps, forEachCellEastOf)
  const centres = new Centres()
  for (let row = 0; row < CELLS; row++) {
    const inside: number[] = []
    const cross = (index: number) => steps.cross(index, inside)
    for (let cell = row * CELLS; cell < (row + 1) * CELLS; cell++) {
      crossed.forEachIn(cell, cross)
      centres.set(cell, inside)
    }
  }
  return centres
}

/** Calls a function for the first cell of each row whose centre is to the east of a step that crosses the line of its centres. */
function forEachCellEastOf(step: Readonly<Step>, visit: (cell: number) => void): void {
  const lastRow = toCell(Math.max(step.ay, step.by))
  for (let row = toCell(Math.min(step.ay, step.by)); row <= lastRow; row++) {
    const [, y] = centreOf(row * CELLS)
    if (!isCrossed(step.ay, step.by, y)) continue
    const farEast = sideOf(step, 2 * WORLD, y)
    let column = toCell(Math.min(step.ax, step.bx))
    while (column < CELLS && sideOf(step, columnCentre(column), y) !== farEast) column += 1
    if (column < CELLS) visit(row * CELLS + column)
  }
}

/** Returns the region whose border is nearest to a point; -1 if none is near. */
function findNearest({ steps, cells }: BorderIndex, x: number, y: number): number {
  const radius = offshoreUnits(y)
  let [nearest, best] = [radius * radius, -1]
  forEachCell({ ax: x, ay: y, bx: x, by: y }, radius, (cell) => {
    for (const index of cells.stepsIn(cell)) {
      const distance = squaredDistance(steps.get(index), x, y)
      if (distance > nearest) continue
      const region = Math.min(...steps.sides(index).filter((side) => side >= 0))
      if (distance < nearest || region < best || best < 0) best = region
      nearest = distance
    }
  })
  return best
}

/** `MAX_OFFSHORE` in units, which are smaller the farther away from the equator they are. */
export const offshoreUnits = (y: number): number =>
  (MAX_OFFSHORE / METRES_PER_UNIT) * Math.cosh(Math.PI * (1 - (2 * y) / WORLD))

/** The squared distance of a point from a step. */
export function squaredDistance({ ax, ay, bx, by }: Step, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length
  const clamped = Math.min(Math.max(share, 0), 1)
  return (x - ax - clamped * dx) ** 2 + (y - ay - clamped * dy) ** 2
}
