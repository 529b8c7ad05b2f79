import type { ExtraColumn, StreamName } from '@/domain/tracks/track'

/** A column of a whole recording as in the response: null where there is no measurement. */
export interface Stream extends StreamName {
  readonly values: (number | null)[]
}

/** Thousandths: more precise than any sensor, and what single precision can represent for most values. */
const PRECISION = 1000

/** Joins the columns of segments with `sizes` points by name, with null for segments that lack a column. */
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
