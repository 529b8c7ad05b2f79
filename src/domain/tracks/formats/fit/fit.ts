import { joinLegs } from '@/domain/tracks/formats/legs'
import type { Track } from '@/domain/tracks/track'
import { FitActivity } from './fit-activity'
import type { FitMessage } from './fit-message'
import type { FitOptions } from './fit-options'
import { SESSION } from './fit-profile'
import { decodeFit } from './fit-protocol'
import { FitSessions, readSessions } from './fit-sessions'

/**
 * Reads a FIT activity, chained files as one. Tolerates wrong checksums, trailing bytes, truncation and damage within a
 * file: everything before it is used.
 * @throws TrackError `fitUnreadable` for an invalid file header; `fitNoGps` without positions, or, if recordings
 * without GPS are accepted, without two records or a session with a time; `tooManyPoints`
 */
export function readFit(bytes: Uint8Array, options: FitOptions): Track {
  const activity = new FitActivity(options)
  const sessions = new FitSessions()
  const add = (message: FitMessage) => {
    activity.add(message)
    if (message.global === SESSION.global) sessions.add(message)
  }
  const end = decodeFit(bytes, add, { overridesNative: options.measurements === 'device' })
  const starts = options.separatesLegs ? sessions.starts() : []
  const legs = starts.length > 1 ? readSessions(bytes, { options, starts }) : []
  return (legs.length > 1 ? joinLegs(legs) : undefined) ?? activity.finish(end)
}
