import type { Segment } from '@/tracks/track'
import { extremesOf, joinExtremes } from './elevation'

/** South, west, north, east in degrees. */
export type Bounds = readonly [number, number, number, number]

/** The smallest box of coordinates around all points; null without any position. */
export function boundsOf(segments: readonly Segment[]): Bounds | null {
  const lat = joinExtremes(segments.map((segment) => extremesOf(segment.lat)))
  const lon = joinExtremes(segments.map((segment) => extremesOf(segment.lon)))
  if (lat.min === null || lat.max === null || lon.min === null || lon.max === null) return null
  return [lat.min, lon.min, lat.max, lon.max]
}
