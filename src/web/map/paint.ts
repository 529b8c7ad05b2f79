import type { LatLngTuple } from 'leaflet'
import type { Stretch } from '@/web/charts/cursor'
import { type Placed, placeOf } from './nearest'

/** What a way can be painted by. */
export type PaintKey = 'speed' | 'pace' | 'hr' | 'power' | 'gradient'

/** How many colours there are, from the least to the most; the style sheet has them. */
export const COLORS = 6

/** What one colour stands for: readings from a value (inclusive) up to another; null for no limit. */
export type PaintStep = { color: number; from: number | null; to: number | null }

/** Lines by the number of their colour. */
export type PaintedLines = readonly (readonly LatLngTuple[][])[]

/** Gradients are judged by the same limits everywhere, in percent. */
const GRADIENT_LIMITS = [-6, -2, 2, 5, 9]

/** To what the limits between colours are rounded. */
const ROUNDED_TO: Readonly<Record<PaintKey, number>> = {
  speed: 1,
  pace: 5,
  hr: 1,
  power: 5,
  gradient: 1,
}

/** Limits that part readings into groups of about the same size. */
function limitsOf(key: PaintKey, values: readonly (number | null)[]): number[] {
  if (key === 'gradient') return GRADIENT_LIMITS
  const readings = values.filter((value) => value !== null).sort((a, b) => a - b)
  const round = ROUNDED_TO[key]
  const limits = Array.from({ length: COLORS - 1 }, (_, index) => {
    const reading = readings[Math.floor((readings.length * (index + 1)) / COLORS)] ?? 0
    return Math.round(reading / round) * round
  })
  return [...new Set(limits)]
}

/** The steps from low to high readings. A small pace is fast: it has the colours of much. */
export function paintSteps(key: PaintKey, values: readonly (number | null)[]): PaintStep[] {
  const limits = limitsOf(key, values)
  const spread = limits.length === 0 ? 0 : (COLORS - 1) / limits.length
  return [...limits, null].map((to, index) => {
    const rank = Math.round(index * spread)
    return {
      color: key === 'pace' ? COLORS - 1 - rank : rank,
      from: limits[index - 1] ?? null,
      to,
    }
  })
}

/** The way in pieces of one colour each; steps without a reading have none. */
export function paintLines(
  places: readonly Placed[],
  values: readonly (number | null)[],
  { steps, parts }: { steps: readonly PaintStep[]; parts: readonly Stretch[] },
): PaintedLines {
  const lines: LatLngTuple[][][] = Array.from({ length: COLORS }, () => [])
  const starts = new Set(parts.map(({ from }) => from))
  const colorOf = (value: number) => steps.findLast(({ from }) => from === null || value >= from)
  const last: { color?: number; line: LatLngTuple[] } = { line: [] }
  for (const [index, thing] of places.entries()) {
    const value = values[index] ?? null
    const color = value === null ? undefined : colorOf(value)?.color
    const [before, place] = [placeOf(places[index - 1]), placeOf(thing)]
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
