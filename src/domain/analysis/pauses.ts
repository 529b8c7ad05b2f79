import { isDrillLap } from '@/domain/tracks/metrics/swim-parts'
import { KMH_PER_MS, MICROSECONDS } from '@/domain/tracks/metrics/units'
import type { DeviceLaps } from '@/domain/tracks/track'
import { type Course, stepAt } from './course'

/** A period without movement. */
export interface Pause {
  /** Seconds from the start of the recording. */
  readonly start: number
  /** Seconds. */
  readonly elapsed: number
  /** Metres from the start of the recording. */
  readonly metres: number
  /** Whether nothing was recorded during the pause, as between two segments. */
  readonly isUnrecorded: boolean
}

/** Minimum duration of a pause in seconds. Shorter stops, e.g. at a crossing, are ignored. */
const MIN_PAUSE = 10

/** Finds pauses of at least `MIN_PAUSE` seconds, in order. Speeds of up to `threshold` km/h count as standing. */
export function findPauses(course: Course, threshold: number): Pause[] {
  const { seconds, metres, size } = course
  const limit = (threshold || 1) / KMH_PER_MS
  const breaks = new Set(course.breaks)
  const pauses: Pause[] = []
  let from = 0
  let isUnrecorded = false
  const close = (to: number) => {
    const start = seconds[from] ?? 0
    const elapsed = (seconds[to] ?? 0) - start
    if (elapsed >= MIN_PAUSE)
      pauses.push({ start, elapsed, metres: metres[from] ?? 0, isUnrecorded })
    isUnrecorded = false
  }
  for (let i = 1; i < size; i++) {
    const elapsed = stepAt(seconds, i)
    const length = stepAt(metres, i)
    if (breaks.has(i)) isUnrecorded = true
    else if (length > limit * elapsed) {
      close(i - 1)
      from = i
    }
  }
  if (size > 0) close(size - 1)
  return pauses
}

/**
 * Finds the rests at the wall of a pool, for recordings without positions, in which other pauses cannot be detected.
 * The minimum duration is the same. `startedAt` is in microseconds since the Unix epoch.
 */
export function findRests(device: DeviceLaps | undefined, startedAt: number): Pause[] {
  const { laps = [], poolLength = 0 } = device ?? {}
  const rests: Pause[] = []
  let metres = 0
  for (const lap of laps) {
    if (isDrillLap(lap)) metres += lap.distance ?? 0
    for (const { start, elapsed = 0, isActive } of lap.lengths ?? []) {
      if (isActive) metres += poolLength
      else if (elapsed >= MIN_PAUSE)
        rests.push({
          start: (start - startedAt) / MICROSECONDS,
          elapsed,
          metres,
          isUnrecorded: false,
        })
    }
  }
  return rests
}
