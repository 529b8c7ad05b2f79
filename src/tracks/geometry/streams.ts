import type { ExtraColumn, StreamName } from '@/tracks/track'

/** A column of a whole recording as it is sent: null where nothing was measured. */
export interface Stream extends StreamName {
  readonly values: (number | null)[]
}

/** Thousandths: more than any sensor tells, and what single precision keeps of most values. */
const PRECISION = 1000

/** The columns of segments with so many points in one row, by name; null in those segments that lack them. */
export function joinStreams(
  sizes: readonly number[],
  columns: readonly (readonly ExtraColumn[])[],
): Stream[] {
  const size = sizes.reduce((sum, each) => sum + each, 0)
  const joined = new Map<string, Stream>()
  let offset = 0
  for (const [index, points] of sizes.entries()) {
    for (const { values, ...name } of columns[index] ?? []) {
      const key = JSON.stringify(name)
      const stream = joined.get(key) ?? { ...name, values: new Array<null>(size).fill(null) }
      for (let i = 0; i < points; i++) stream.values[offset + i] = shown(values[i])
      joined.set(key, stream)
    }
    offset += points
  }
  return [...joined.values()]
}

const shown = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Math.round(value * PRECISION) / PRECISION
