import { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Segment, Track, TrackWarning } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { FitLaps } from './fit-laps'
import type { FitMessage } from './fit-message'
import {
  ACTIVITY,
  EVENT,
  FILE_ID,
  FIRST_DATE,
  LAP,
  LENGTH,
  RECORD,
  SESSION,
  WORKOUT_STEP,
} from './fit-profile'
import { decodeFit, type FitEnd } from './fit-protocol'
import { FitRecords, unixMicroseconds } from './fit-records'
import { fitSource } from './fit-source'
import { FitTotals } from './fit-totals'

/** Options for converting a FIT file to a track. */
export interface FitOptions {
  /** Which stops of the timer end a segment: all, only manual ones, or none. */
  readonly segmentsCreationEvent: 'all' | 'only_manual' | 'none'
  /** Whether a recording without any position (trainer, treadmill, pool) is read with the device's totals. */
  readonly acceptWithoutGps: boolean
}

const TIMER = 0
const FRONT_GEAR = 42
const REAR_GEAR = 43
const STOP_ALL = 4
const MANUAL = 0

/**
 * Reads a FIT activity, chained files as one. Tolerates wrong checksums, trailing bytes, truncation and damage within a
 * file: everything before it is used.
 * @throws TrackError `fitUnreadable` for an invalid file header; `fitNoGps` without positions, or, if recordings
 * without GPS are accepted, without two records or a session with a time; `tooManyPoints`
 */
export function readFit(bytes: Uint8Array, options: FitOptions): Track {
  const records = new FitRecords()
  const totals = new FitTotals()
  const laps = new FitLaps()
  let source: string | null | undefined
  let clockOffset = 0
  const end = decodeFit(bytes, (message) => {
    switch (message.global) {
      case RECORD.global:
        records.add(message)
        if (!records.hasPositions) totals.addRecord(message)
        break
      case EVENT.global:
        if (endsSegment(message, options)) records.cut(message.timestamp)
        else if (isGearChange(message)) records.changeGear(message.number(EVENT.slot.data))
        break
      case LAP.global:
        laps.addLap(message)
        break
      case LENGTH.global:
        laps.addLength(message)
        break
      case WORKOUT_STEP.global:
        laps.addStep(message)
        break
      case SESSION.global:
        totals.addSession(message)
        laps.addSession(message)
        break
      case FILE_ID.global:
        if (source === undefined) source = fitSource(message)
        break
      case ACTIVITY.global:
        clockOffset = clockOffsetOf(message)
        break
    }
  })

  const { calories, sport } = totals
  const warnings = warningsOf(end, records)
  const facts = { name: null, description: null, source: source ?? null, calories, sport, warnings }
  if (!records.hasPositions && !options.acceptWithoutGps) throw new TrackError('fitNoGps')
  const segments = records.hasPositions ? records.segments() : segmentsWithoutGps(records, totals)
  if (clockOffset !== 0) moveClock(segments, clockOffset)
  const device = totals.ofSessions()
  const track = { ...facts, segments, laps: laps.finish(clockOffset), ...(device && { device }) }
  return records.hasPositions ? track : { ...track, withoutGps: totals.device(segments) }
}

function warningsOf({ isPart, trailing }: FitEnd, records: FitRecords): readonly TrackWarning[] {
  const findings = new ReadingWarnings()
  findings.isPart = isPart
  findings.bytesIgnored = trailing
  findings.pointsLeftOut = records.unplaced
  return findings.warnings
}

function endsSegment(message: FitMessage, options: FitOptions): boolean {
  const { slot } = EVENT
  if (message.number(slot.event) !== TIMER) return false
  if (message.number(slot.eventType) !== STOP_ALL) return false
  const trigger = message.number(slot.data)
  switch (options.segmentsCreationEvent) {
    case 'all':
      return true
    case 'only_manual':
      return trigger === MANUAL || Number.isNaN(trigger)
    case 'none':
      return false
  }
}

const isGearChange = (message: FitMessage): boolean => {
  const event = message.number(EVENT.slot.event)
  return event === FRONT_GEAR || event === REAR_GEAR
}

/**
 * Returns the seconds from the device's clock to FIT time. A device whose clock is not set counts the seconds since it
 * was switched on. Only its `activity` message contains the date, as a local time, which is interpreted as UTC.
 */
function clockOffsetOf(message: FitMessage): number {
  const local = message.number(ACTIVITY.slot.localTimestamp)
  const isRelative = message.timestamp < FIRST_DATE && local >= FIRST_DATE
  return isRelative ? local - message.timestamp : 0
}

function moveClock(segments: readonly Segment[], offset: number): void {
  for (const { time } of segments) {
    for (const [index, instant] of time.entries()) {
      if (instant < unixMicroseconds(FIRST_DATE)) time[index] = instant + offset * 1e6
    }
  }
}

/** Returns segments from the records, or from the times of the sessions when there are fewer than two records. */
function segmentsWithoutGps(records: FitRecords, totals: FitTotals): Segment[] {
  const segments = records.segments()
  if (segments.some(({ size }) => size >= 2)) return segments
  const outline = totals.outline()
  if (outline === undefined) throw new TrackError('fitNoGps')
  return [outline]
}
