import type { LatLngTuple } from 'leaflet'
import type { Interval } from '@/web/charts/cursor'
import { getPosition, type MaybePosition } from './nearest-position'

/** The measurement by which a track is coloured. */
export type ColourKey = 'speed' | 'pace' | 'hr' | 'power' | 'gradient'

/** Number of colours from low to high; the style sheet defines them. */
export const COLOUR_COUNT = 6

/** The range of values with one colour, from `from` (inclusive) to `to` (exclusive); null for no limit. */
export type ColourRange = { color: number; from: number | null; to: number | null }

/** Lines, grouped by index of the colour. */
export type ColouredLines = readonly (readonly LatLngTuple[][])[]

/** Fixed limits for gradients, in percent. */
const GRADIENT_LIMITS = [-6, -2, 2, 5, 9]

/** Steps to which the limits between colours are rounded. */
const ROUNDING_STEPS: Readonly<Record<ColourKey, number>> = {
  speed: 1,
  pace: 5,
  hr: 1,
  power: 5,
  gradient: 1,
}

/** Returns limits that divide the values into groups of about the same size. */
function getLimits(key: ColourKey, values: readonly (number | null)[]): number[] {
  if (key === 'gradient') return GRADIENT_LIMITS
  const readings = values.filter((value) => value !== null).sort((a, b) => a - b)
  const round = ROUNDING_STEPS[key]
  const limits = Array.from({ length: COLOUR_COUNT - 1 }, (_, index) => {
    const reading = readings[Math.floor((readings.length * (index + 1)) / COLOUR_COUNT)] ?? 0
    return Math.round(reading / round) * round
  })
  return [...new Set(limits)]
}

/** Returns the ranges in ascending order of values. A low pace is fast, so paces have the colours in reverse. */
export function createColourRanges(
  key: ColourKey,
  values: readonly (number | null)[],
): ColourRange[] {
  const limits = getLimits(key, values)
  const spread = limits.length === 0 ? 0 : (COLOUR_COUNT - 1) / limits.length
  return [...limits, null].map((to, index) => {
    const rank = Math.round(index * spread)
    return {
      color: key === 'pace' ? COLOUR_COUNT - 1 - rank : rank,
      from: limits[index - 1] ?? null,
      to,
    }
  })
}

/** Splits the track into lines of one colour each. Segments without a value are omitted. */
export function colourLines(
  places: readonly MaybePosition[],
  values: readonly (number | null)[],
  { steps, parts }: { steps: readonly ColourRange[]; parts: readonly Interval[] },
): ColouredLines {
  const lines: LatLngTuple[][][] = Array.from({ length: COLOUR_COUNT }, () => [])
  const starts = new Set(parts.map(({ from }) => from))
  const colorOf = (value: number) => steps.findLast(({ from }) => from === null || value >= from)
  const last: { color?: number; line: LatLngTuple[] } = { line: [] }
  for (const [index, object] of places.entries()) {
    const value = values[index] ?? null
    const color = value === null ? undefined : colorOf(value)?.color
    const [before, place] = [getPosition(places[index - 1]), getPosition(object)]
    if (color === undefined || !before || !place || starts.has(index)) {
      delete last.color
      continue
    }
    if (last.color !== color) {
      Object.assign(last, { color, line: [[before.latitude, before.longitude]] })
      lines[color]?.push(last.line)
    }
    last.line.push([place.latitude, place.longitude])
  }
  return lines
}
