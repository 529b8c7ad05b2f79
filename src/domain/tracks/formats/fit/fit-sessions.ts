import { MAX_LEGS } from '@/domain/tracks/formats/legs'
import type { Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { FitActivity } from './fit-activity'
import type { FitMessage } from './fit-message'
import type { FitOptions } from './fit-options'
import { ACTIVITY, FILE_ID, HR, HRV, LAP, LENGTH, SESSION, SET, WORKOUT_STEP } from './fit-profile'
import { decodeFit } from './fit-protocol'
import { lapStart, unixMicroseconds } from './fit-records'

/** Messages that describe the whole file, or that continue each other over all sessions. */
const SHARED: ReadonlySet<number> = new Set(
  [FILE_ID, ACTIVITY, WORKOUT_STEP, HR].map((each) => each.global),
)

/** Collects the starts of the sessions of a file. */
export class FitSessions {
  readonly #starts = new Set<number>()

  add(message: FitMessage): void {
    const start = lapStart(message, SESSION.slot)
    if (!Number.isNaN(start) && this.#starts.size <= MAX_LEGS) this.#starts.add(start)
  }

  /** Distinct starts in order, in microseconds since the Unix epoch; empty when there are too many. */
  starts(): number[] {
    return this.#starts.size > MAX_LEGS ? [] : [...this.#starts].toSorted((a, b) => a - b)
  }
}

/**
 * Reads the sessions of a file that start at these times as tracks. A message belongs to the last session that started
 * before it, so no record is lost. Sessions that cannot be read are returned as tracks without points.
 */
export function readSessions(
  bytes: Uint8Array,
  { options, starts }: { options: FitOptions; starts: readonly number[] },
): Track[] {
  const sessions = starts.map(() => new FitActivity(options))
  let latest = 0
  const add = (message: FitMessage) => {
    if (SHARED.has(message.global)) {
      for (const session of sessions) session.add(message)
      return
    }
    // Times between beats have no timestamp: they belong to the records around them.
    if (message.global !== HRV.global) latest = sessionAt(starts, momentOf(message))
    sessions[latest]?.add(message)
  }
  const end = decodeFit(bytes, add, { overridesNative: options.measurements === 'device' })
  return sessions.map((session) => {
    try {
      return session.finish(end)
    } catch (error) {
      if (error instanceof TrackError && error.kind === 'fitNoGps') return EMPTY
      throw error
    }
  })
}

const EMPTY: Track = { name: null, description: null, source: null, calories: null, segments: [] }

/** Returns the index of the last session that started at this moment or before; 0 if there is none. */
function sessionAt(starts: readonly number[], moment: number): number {
  const next = starts.findIndex((start) => start > moment)
  return next < 0 ? starts.length - 1 : Math.max(next - 1, 0)
}

/** When a message applies: the start of a lap, length, set or session, otherwise its timestamp. */
function momentOf(message: FitMessage): number {
  switch (message.global) {
    case LAP.global:
      return lapStart(message, LAP.slot)
    case LENGTH.global:
      return lapStart(message, LENGTH.slot)
    case SET.global:
      return lapStart(message, SET.slot)
    case SESSION.global:
      return lapStart(message, SESSION.slot)
    default:
      return unixMicroseconds(message.timestamp)
  }
}
