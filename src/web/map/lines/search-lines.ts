import { type LineSet, partsOf } from './decode-lines'

/** A rectangle as shares of the Web Mercator square. */
export interface SquareBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Lines to consider: those at positions where `mask` is 1. */
type Mask = Uint8Array

/**
 * Calls `visit` with the coordinates of each step of a line until it returns true; returns whether it did. A part of one
 * point is a step without length.
 */
function someStep(
  set: LineSet,
  index: number,
  visit: (x0: number, y0: number, x1: number, y1: number) => boolean,
): boolean {
  const { x, y } = set
  for (const [start, end] of partsOf(set, index))
    for (let i = Math.min(start + 1, end - 1); i < end; i++) {
      const from = Math.max(i - 1, start)
      if (visit(x[from] ?? 0, y[from] ?? 0, x[i] ?? 0, y[i] ?? 0)) return true
    }
  return false
}

const scaleBox = (box: SquareBox, bits: number): SquareBox => {
  const units = 2 ** bits
  return {
    left: box.left * units,
    top: box.top * units,
    right: box.right * units,
    bottom: box.bottom * units,
  }
}

/** Returns the positions of the lines that cross a box, in order. */
export function findLinesIn(set: LineSet, mask: Mask, square: SquareBox): number[] {
  const box = scaleBox(square, set.bits)
  const found: number[] = []
  for (let index = 0; index < set.positions.length; index++) {
    const position = set.positions[index] ?? 0
    if (mask[position] === 1 && crossesBox(set, index, box)) found.push(position)
  }
  return found
}

function crossesBox(set: LineSet, index: number, box: SquareBox): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = set.boxes.subarray(4 * index, 4 * index + 4)
  if (left > box.right || right < box.left || top > box.bottom || bottom < box.top) return false
  if (left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom) return true
  return someStep(set, index, (x0, y0, x1, y1) => stepCrosses(box, x0, y0, x1, y1))
}

/** Clips a step to the box (Liang-Barsky), and returns whether anything is left. */
function stepCrosses(box: SquareBox, ...[x0, y0, x1, y1]: [number, number, number, number]) {
  let [from, to] = [0, 1]
  const sides = [
    [x0 - x1, x0 - box.left],
    [x1 - x0, box.right - x0],
    [y0 - y1, y0 - box.top],
    [y1 - y0, box.bottom - y0],
  ] as const
  for (const [towards, room] of sides) {
    if (towards === 0 && room < 0) return false
    if (towards < 0) from = Math.max(from, room / towards)
    else if (towards > 0) to = Math.min(to, room / towards)
  }
  return from <= to
}

/**
 * Returns the position of the line nearest to a point within a distance, both as shares of the Web Mercator square;
 * undefined if there is none. Of lines at the same distance it is the first.
 */
export function findNearestLine(
  set: LineSet,
  mask: Mask,
  { x, y, within }: { x: number; y: number; within: number },
): number | undefined {
  const units = 2 ** set.bits
  const [px, py] = [x * units, y * units]
  let nearest: number | undefined
  let least = (within * units) ** 2
  for (let index = 0; index < set.positions.length; index++) {
    const position = set.positions[index] ?? 0
    if (mask[position] !== 1) continue
    const reach = Math.sqrt(least)
    const box = 4 * index
    if ((set.boxes[box] ?? 0) > px + reach || (set.boxes[box + 2] ?? 0) < px - reach) continue
    if ((set.boxes[box + 1] ?? 0) > py + reach || (set.boxes[box + 3] ?? 0) < py - reach) continue
    someStep(set, index, (x0, y0, x1, y1) => {
      const distance = squaredDistance(px - x0, py - y0, x1 - x0, y1 - y0)
      if (distance < least) {
        least = distance
        nearest = position
      }
      return false
    })
  }
  return nearest
}

/** Squared distance of a point from a step that begins at the origin. */
function squaredDistance(px: number, py: number, dx: number, dy: number): number {
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(Math.max((px * dx + py * dy) / length, 0), 1)
  return (px - share * dx) ** 2 + (py - share * dy) ** 2
}

/** Returns the box around lines as shares of the square; undefined without lines. */
export function findBox(set: LineSet, positions: Iterable<number>): SquareBox | undefined {
  const wanted = new Set(positions)
  const units = 2 ** set.bits
  let box: SquareBox | undefined
  for (let index = 0; index < set.positions.length; index++) {
    if (!wanted.has(set.positions[index] ?? 0)) continue
    const [left = 0, top = 0, right = 0, bottom = 0] = set.boxes.subarray(4 * index, 4 * index + 4)
    box ??= { left: 1, top: 1, right: 0, bottom: 0 }
    box.left = Math.min(box.left, left / units)
    box.top = Math.min(box.top, top / units)
    box.right = Math.max(box.right, right / units)
    box.bottom = Math.max(box.bottom, bottom / units)
  }
  return box
}

/** Columns of the grid in which lines are grouped: cells are 0.7° wide. */
const COLUMNS = 512

/**
 * Returns the positions of the lines in the region with the most: those in connected cells of a coarse grid. So one
 * holiday on another continent does not shrink everything else to dots.
 */
export function findHome(set: LineSet, mask: Mask): number[] {
  const cells = groupByCell(set, mask)
  let home: number[] = []
  for (const cell of [...cells.keys()]) {
    const region = takeRegion(cells, cell)
    if (region.length > home.length) home = region
  }
  return home
}

/** Removes a cell and all that are connected to it, and returns their lines. */
function takeRegion(cells: Map<number, number[]>, first: number): number[] {
  const region: number[] = []
  const pending = [first]
  for (let cell = pending.pop(); cell !== undefined; cell = pending.pop()) {
    const lines = cells.get(cell)
    if (!lines) continue
    for (const line of lines) region.push(line)
    cells.delete(cell)
    for (const row of [-COLUMNS, 0, COLUMNS])
      for (const column of [-1, 0, 1]) pending.push(cell + row + column)
  }
  return region
}

function groupByCell(set: LineSet, mask: Mask): Map<number, number[]> {
  const cells = new Map<number, number[]>()
  const size = 2 ** set.bits / COLUMNS
  for (let index = 0; index < set.positions.length; index++) {
    const position = set.positions[index] ?? 0
    if (mask[position] !== 1) continue
    const [left = 0, top = 0, right = 0, bottom = 0] = set.boxes.subarray(4 * index, 4 * index + 4)
    const row = Math.floor((top + bottom) / 2 / size)
    const cell = row * COLUMNS + Math.floor((left + right) / 2 / size)
    const lines = cells.get(cell)
    if (lines) lines.push(position)
    else cells.set(cell, [position])
  }
  return cells
}
