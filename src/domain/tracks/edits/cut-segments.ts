import { isDistanceStream } from '@/domain/tracks/metrics/best-steps'
import { COLUMNS, type ExtraColumn, type Segment } from '@/domain/tracks/track'

const MIN_POINTS = 2

/** A range of consecutive points of a segment that are kept; `end` is exclusive. */
interface Run {
  readonly segment: Segment
  readonly start: number
  readonly end: number
}

/**
 * Keeps the points at some times. Each range of consecutive points becomes a segment; ranges of a single point are
 * left out. A point without a time counts as recorded at the time of the one before it. The distances that the device
 * counted do not grow while points are removed.
 */
export function cutSegments(
  segments: readonly Segment[],
  isKept: (time: number) => boolean,
): { segments: readonly Segment[]; removed: number } {
  const runs = segments.flatMap((segment) => keptRuns(segment, isKept))
  const before = segments.reduce((sum, { size }) => sum + size, 0)
  const after = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  if (before === after) return { segments, removed: 0 }
  const pieces = runs.map(sliceRun)
  continueCounts(pieces, runs)
  return { segments: pieces, removed: before - after }
}

function keptRuns(segment: Segment, isKept: (time: number) => boolean): Run[] {
  const { time, size } = segment
  const runs: Run[] = []
  let known = time.find((instant) => !Number.isNaN(instant)) ?? Number.NaN
  let start = -1
  for (let i = 0; i <= size; i++) {
    const instant = time[i] ?? Number.NaN
    if (!Number.isNaN(instant)) known = instant
    const keeps = i < size && isKept(known)
    if (keeps && start < 0) start = i
    if (keeps || start < 0) continue
    // Segments that were this short before remain, as their warning counts them.
    if (i - start >= Math.min(MIN_POINTS, size)) runs.push({ segment, start, end: i })
    start = -1
  }
  return runs
}

function sliceRun({ segment, start, end }: Run): Segment {
  const columns = Object.fromEntries(
    COLUMNS.map((name) => [name, segment[name].slice(start, end)]),
  ) as Pick<Segment, (typeof COLUMNS)[number]>
  const extra = segment.extra?.map((column) => ({
    ...column,
    values: column.values.slice(start, end),
  }))
  return { size: end - start, ...columns, ...(extra && { extra }) }
}

/**
 * Subtracts from the counted distances what was counted before the first kept point, and in each removed section.
 * Changes the values in place.
 */
function continueCounts(pieces: readonly Segment[], runs: readonly Run[]): void {
  let excess = 0
  // The last count so far, after subtraction.
  let last = 0
  for (const [index, piece] of pieces.entries()) {
    const values = countsOf(piece)
    const first = values?.find((metres) => !Number.isNaN(metres))
    if (!values || first === undefined) continue
    if (isAfterRemoval(runs, index)) excess = first - last
    for (let i = 0; i < values.length; i++) {
      const metres = (values[i] ?? Number.NaN) - excess
      values[i] = metres
      if (!Number.isNaN(metres)) last = metres
    }
  }
}

const countsOf = ({ extra }: Segment): ExtraColumn['values'] | undefined =>
  extra?.find(isDistanceStream)?.values

/** Whether points before a range were removed, at the start or since the previous range. */
function isAfterRemoval(runs: readonly Run[], index: number): boolean {
  const [run, previous] = [runs[index], runs[index - 1]]
  if (!run) return false
  if (run.start > 0 || !previous) return true
  return previous.end < previous.segment.size
}
