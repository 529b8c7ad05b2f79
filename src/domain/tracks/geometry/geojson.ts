import type { Segment } from '@/domain/tracks/track'
import { roundHalfEven } from '@/lib/text/decimal'

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

/** The columns of a segment from which a line is drawn. */
export type Line = Pick<Segment, 'lat' | 'lon'>

const DECIMALS = 9

/** All points of one segment. */
export function lineString(line: Line): LineString {
  return { type: 'LineString', coordinates: positionsOf(line) }
}

/** One line per segment, also when there is only one segment. */
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
