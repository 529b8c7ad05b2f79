import { roundHalfEven } from '@/lib/decimal'
import type { Segment } from '@/tracks/track'

/** Longitude, latitude in degrees. */
export type Position = [number, number]

export interface LineString {
  type: 'LineString'
  coordinates: Position[]
}

export interface MultiLineString {
  type: 'MultiLineString'
  coordinates: Position[][]
}

/** The part of a segment that a line is drawn from. */
export type Line = Pick<Segment, 'lat' | 'lon'>

const DECIMALS = 9

/** All points of one segment. */
export function lineString(line: Line): LineString {
  return { type: 'LineString', coordinates: positionsOf(line) }
}

/** One line for each segment, also when there is only one. */
export function multiLineString(lines: readonly Line[]): MultiLineString {
  return { type: 'MultiLineString', coordinates: lines.map(positionsOf) }
}

function positionsOf({ lat, lon }: Line): Position[] {
  const positions = new Array<Position>(lat.length)
  for (let i = 0; i < lat.length; i++) {
    positions[i] = [roundHalfEven(lon[i] ?? 0, DECIMALS), roundHalfEven(lat[i] ?? 0, DECIMALS)]
  }
  return positions
}
