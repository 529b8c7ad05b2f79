import { dropPositions } from '@/domain/tracks/formats/partial-gps'
import { MICROSECONDS } from '@/domain/tracks/formats/text/time-text'
import { ReadingWarnings } from '@/domain/tracks/reading-warnings'
import type { Segment, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { FitBeats } from './fit-beats'
import { describeOtherFile, requireActivity } from './fit-file-types'
import { FitHeartRates } from './fit-heart-rates'
import { FitLaps } from './fit-laps'
import type { FitMessage } from './fit-message'
import type { FitOptions } from './fit-options'
import {
  ACTIVITY,
  EVENT,
  FILE_ID,
  FIRST_DATE,
  HR,
  HRV,
  LAP,
  LENGTH,
  RECORD,
  SESSION,
  SET,
  WORKOUT_STEP,
} from './fit-profile'
import type { FitEnd } from './fit-protocol'
import { FitRecords, unixMicroseconds } from './fit-records'
import { fitSource } from './fit-source'
import { FitTotals } from './fit-totals'

const TIMER = 0
const FRONT_GEAR = 42
const REAR_GEAR = 43
const STOP_ALL = 4
const MANUAL = 0
/** The sport of the change between two sports. */
const TRANSITION = /^3\//

/** Collects the messages of an activity: those of a whole file, or of one session. */
export class FitActivity {
  readonly #options: FitOptions
  readonly #records: FitRecords
  readonly #totals = new FitTotals()
  readonly #laps = new FitLaps()
  readonly #heartRates = new FitHeartRates()
  readonly #beats = new FitBeats()
  #source: string | null | undefined
  #fileType = Number.NaN
  #clockOffset = 0

  constructor(options: FitOptions) {
    this.#options = options
    this.#records = new FitRecords(options.measurements)
  }

  /** @throws TrackError `tooManyPoints` */
  add(message: FitMessage): void {
    switch (message.global) {
      case RECORD.global:
        this.#records.add(message)
        this.#beats.endRecord(message)
        if (!this.#records.hasGps) this.#totals.addRecord(message)
        break
      case EVENT.global:
        this.#addEvent(message)
        break
      case LAP.global:
        this.#laps.addLap(message)
        break
      case LENGTH.global:
        this.#laps.addLength(message)
        break
      case SET.global:
        this.#laps.addSet(message)
        break
      case WORKOUT_STEP.global:
        this.#laps.addStep(message)
        break
      case SESSION.global:
        this.#totals.addSession(message)
        this.#laps.addSession(message)
        break
      case FILE_ID.global:
        if (this.#source === undefined) {
          this.#source = fitSource(message)
          this.#fileType = message.number(FILE_ID.slot.type)
        }
        break
      case HR.global:
        this.#heartRates.add(message)
        break
      case HRV.global:
        this.#beats.add(message)
        break
      case ACTIVITY.global:
        this.#clockOffset = clockOffsetOf(message)
        break
    }
  }

  /** @throws TrackError as `readFit` */
  finish(end: FitEnd): Track {
    const records = this.#records
    const totals = this.#totals
    if (this.#options.measurements === 'device') requireActivity(this.#fileType)
    const { calories, sport } = totals
    const facts = {
      ...{ name: null, description: null, source: this.#source ?? null, calories, sport },
      ...(sport !== null && TRANSITION.test(sport) && { isTransition: true }),
    }
    if (!records.hasGps && !this.#options.acceptWithoutGps)
      throw new TrackError('fitNoGps', { remedy: describeOtherFile(this.#fileType) })
    const segments = records.hasGps ? records.segments() : segmentsWithoutGps(records, totals)
    if (this.#options.measurements === 'device') {
      this.#heartRates.complete(segments)
      this.#beats.complete(segments)
    }
    if (this.#clockOffset !== 0) moveClock(segments, this.#clockOffset)
    const { warnings } = this.#report(end, segments)
    const device = totals.ofSessions()
    const laps = this.#laps.finish(this.#clockOffset)
    const track = { ...facts, segments, laps, warnings, ...(device && { device }) }
    return records.hasGps ? track : { ...track, withoutGps: totals.device(segments) }
  }

  /** Counts what is not in the track; single positions are removed from the segments. */
  #report({ isPart, trailing }: FitEnd, segments: readonly Segment[]): ReadingWarnings {
    const report = new ReadingWarnings()
    report.isPart = isPart
    report.bytesIgnored = trailing
    report.pointsLeftOut = this.#records.leftOut
    report.lapsLeftOut = this.#laps.leftOut
    if (!this.#records.hasGps) report.valuesIgnored += dropPositions(segments)
    return report
  }

  #addEvent(message: FitMessage): void {
    if (endsSegment(message, this.#options)) this.#records.cut(message.timestamp)
    else if (isGearChange(message)) this.#records.changeGear(message.number(EVENT.slot.data))
  }
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
      if (instant < unixMicroseconds(FIRST_DATE)) time[index] = instant + offset * MICROSECONDS
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
