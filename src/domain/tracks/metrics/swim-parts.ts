import type { DeviceLaps, Lap, SwimLength } from '@/domain/tracks/track'
import { MICROSECONDS } from './units'

/** Seconds between two lengths from which the swimmer rested, although the device recorded no rest. */
export const MIN_REST = 10

/** A length of a pool, or a drill without lengths; start and end in seconds from the start of the recording. */
export interface SwimPart {
  readonly start: number
  readonly end: number
  /** Seconds. */
  readonly swum: number
  readonly metres: number
  readonly isDrill: boolean
  /** Undefined for a drill that the device only timed. */
  readonly length: SwimLength | undefined
  /** Index among all lengths of the recording, rests included. */
  readonly index: number
  readonly lap: Lap
}

/** A length of a lap with its index; without a length, the lap is a drill that the device only timed. */
type LapLength = Pick<SwimPart, 'lap' | 'length' | 'index'>

/**
 * Returns the lengths and drills in order; rests are null. `startedAt` is the start of the recording in microseconds since
 * the Unix epoch; pass 0 for times since the epoch.
 */
export function listSwimParts(
  { laps, poolLength = 0 }: DeviceLaps,
  startedAt: number,
): (SwimPart | null)[] {
  let end = Number.NEGATIVE_INFINITY
  return listLengths(laps).map((each) => {
    if (each.length && !each.length.isActive) return null
    const start = ((each.length ?? each.lap).start - startedAt) / MICROSECONDS
    const part = partOf(each, { start, poolLength, previousEnd: end })
    end = part.end
    return part
  })
}

function listLengths(laps: readonly Lap[]): LapLength[] {
  let count = 0
  return laps.flatMap((lap): LapLength[] => {
    if (isDrillLap(lap)) return [{ lap, length: undefined, index: count }]
    return (lap.lengths ?? []).map((length) => ({ lap, length, index: count++ }))
  })
}

/** Returns whether a lap has distance and time but no lengths, as drills do. */
export const isDrillLap = ({ lengths, distance = 0, timer = 0, intensity }: Lap): boolean =>
  !lengths && distance > 0 && timer > 0 && intensity !== 'rest'

/** Times are in seconds from the start of the recording; `previousEnd` is the end of the part before it. */
function partOf(
  { lap, length, index }: LapLength,
  { start, poolLength, previousEnd }: { start: number; poolLength: number; previousEnd: number },
): SwimPart {
  const swum = (length ? length.elapsed : lap.timer) ?? 0
  const isDrill = length === undefined || length.stroke === 'drill'
  // Some devices give all lengths of a drill the same start, and divide its time among them.
  const end = isDrill && previousEnd > start ? previousEnd + swum : start + swum
  const metres = length ? poolLength : (lap.distance ?? 0)
  return { start, end, swum, metres, isDrill, length, index, lap }
}
