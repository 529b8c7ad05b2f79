import { roundHalfEven } from '@/lib/text/decimal'
import { type Line, placedLine, placedParts } from './placed-line'

/** Longitude and latitude in degrees. */
export type Position = [number, number]

export interface LineString {
  type: 'LineString'
  coordinates: Position[]
}

export interface MultiLineString {
  type: 'MultiLineString'
  coordinates: Position[][]
}

const DECIMALS = 9

/** All points of one segment that have a position. */
export function lineString(line: Line): LineString {
  return { type: 'LineString', coordinates: positionsOf(placedLine(line)) }
}

/**
 * One line per segment, also when there is only one segment; several where the device lost its position for a while.
 */
export function multiLineString(lines: readonly Line[]): MultiLineString {
  return { type: 'MultiLineString', coordinates: lines.flatMap(linesOf).map(positionsOf) }
}

/** A part of one point is not a line, so it is only drawn if there is nothing else. */
function linesOf(line: Line): Line[] {
  const parts = placedParts(line)
  if (parts.length <= 1) return parts
  const drawn = parts.filter(({ lat }) => lat.length > 1)
  return drawn.length > 0 ? drawn : [placedLine(line)]
}

function positionsOf({ lat, lon }: Line): Position[] {
  const positions = new Array<Position>(lat.length)
  for (let i = 0; i < lat.length; i++) {
    positions[i] = [roundHalfEven(lon[i] ?? 0, DECIMALS), roundHalfEven(lat[i] ?? 0, DECIMALS)]
  }
  return positions
}
