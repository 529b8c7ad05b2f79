import type { Segment } from '@/domain/tracks/track'

/** The columns of a segment from which a line is drawn. */
export type Line = Pick<Segment, 'lat' | 'lon'>

/** From this many points without a position on, the line has a gap; shorter interruptions are drawn as straight lines. */
const GAP = 10

const isPlaced = ({ lat, lon }: Line, i: number): boolean =>
  !Number.isNaN((lat[i] ?? Number.NaN) + (lon[i] ?? Number.NaN))

/** Returns whether any point of a line has a position. */
export function hasPositions(line: Line): boolean {
  for (let i = 0; i < line.lat.length; i++) if (isPlaced(line, i)) return true
  return false
}

/** Returns the points of a line that have a position. */
export function placedLine(line: Line): Line {
  const size = line.lat.length
  let count = 0
  for (let i = 0; i < size; i++) if (isPlaced(line, i)) count += 1
  if (count === size) return line
  const placed = { lat: new Float64Array(count), lon: new Float64Array(count) }
  for (let i = 0, next = 0; i < size; i++) {
    if (!isPlaced(line, i)) continue
    placed.lat[next] = line.lat[i] ?? 0
    placed.lon[next] = line.lon[i] ?? 0
    next += 1
  }
  return placed
}

/** Splits a line where the device lost its position, into parts whose points all have one. */
export function placedParts(line: Line): Line[] {
  const parts: Line[] = []
  const size = line.lat.length
  let start = 0
  let missing = 0
  const close = (end: number) => {
    const part = placedLine({
      lat: line.lat.subarray(start, end),
      lon: line.lon.subarray(start, end),
    })
    if (part.lat.length > 0) parts.push(part)
  }
  for (let i = 0; i < size; i++) {
    if (!isPlaced(line, i)) missing += 1
    else {
      if (missing >= GAP) {
        close(i)
        start = i
      }
      missing = 0
    }
  }
  close(size)
  return parts
}
