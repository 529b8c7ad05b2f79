import type { Measurements } from '@/domain/reference/measurements'

/** Options for converting a FIT file to a track. */
export interface FitOptions {
  /** Which stops of the timer end a segment: all, only manual ones, or none. */
  readonly segmentsCreationEvent: 'all' | 'only_manual' | 'none'
  /** Whether a recording without any position (trainer, treadmill, pool) is read with the device's totals. */
  readonly acceptWithoutGps: boolean
  /** With `device`, records without a position are kept (see `PartialGps`). */
  readonly measurements?: Measurements | undefined
  /** Whether several sessions are read as separate tracks. */
  readonly separatesLegs?: boolean
}
