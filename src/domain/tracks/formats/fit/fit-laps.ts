import { METRES_PER_YARD } from '@/domain/reference/lengths'
import type { PoolUnit } from '@/domain/reference/swimming'
import { deviceLaps, dropUnknown } from '@/domain/tracks/formats/laps'
import { MAX_LAPS, MAX_LENGTHS } from '@/domain/tracks/formats/limits'
import {
  type DeviceLaps,
  LAP_INTENSITIES,
  type Lap,
  SWIM_STROKES,
  type SwimLength,
} from '@/domain/tracks/track'
import type { FitMessage } from './fit-message'
import { FIRST_DATE, LAP, LENGTH, SESSION, WORKOUT_STEP } from './fit-profile'
import { lapStart, unixMicroseconds } from './fit-records'
import { FitSets } from './fit-sets'

/** Lap triggers by their number in the FIT profile. All position triggers are treated alike. */
const TRIGGERS = [
  ...(['manual', 'time', 'distance', 'position', 'position', 'position', 'position'] as const),
  ...(['session_end', 'fitness_equipment'] as const),
]

/** A type of length with strokes in it. */
const ACTIVE = 1

/** Collects the laps of a file, and what belongs to them. */
export class FitLaps {
  /** Number of laps that are skipped, because they have no start or there are too many. */
  leftOut = 0
  readonly #laps: { lap: Lap; step: number }[] = []
  readonly #lengths: SwimLength[] = []
  readonly #sets = new FitSets()
  readonly #steps = new Map<number, string>()
  #poolLength = Number.NaN
  #poolUnit: PoolUnit | undefined

  addLap(message: FitMessage): void {
    const { slot } = LAP
    const start = lapStart(message, slot)
    if (Number.isNaN(start) || this.#laps.length === MAX_LAPS) {
      this.leftOut += 1
      return
    }
    const scaled = (field: number, scale = 1) => message.number(field) / scale
    const lap = {
      start,
      ...dropUnknown({
        elapsed: scaled(slot.elapsedTime, 1000),
        timer: scaled(slot.timerTime, 1000),
        distance: scaled(slot.distance, 100),
        ascent: scaled(slot.ascent),
        descent: scaled(slot.descent),
        trigger: TRIGGERS[message.number(slot.trigger)],
        intensity: LAP_INTENSITIES[message.number(slot.intensity)],
        aveSpeed: scaled(slot.aveSpeed, 1000),
        maxSpeed: scaled(slot.maxSpeed, 1000),
        aveHr: scaled(slot.aveHeartRate),
        maxHr: scaled(slot.maxHeartRate),
        aveCadence: scaled(slot.aveCadence),
        maxCadence: scaled(slot.maxCadence),
        avePower: scaled(slot.avePower),
        maxPower: scaled(slot.maxPower),
        calories: scaled(slot.calories),
        stroke: SWIM_STROKES[message.number(slot.stroke)],
      }),
    }
    this.#laps.push({ lap, step: message.number(slot.workoutStep) })
  }

  addLength(message: FitMessage): void {
    const { slot } = LENGTH
    const start = lapStart(message, slot)
    if (Number.isNaN(start) || this.#lengths.length === MAX_LENGTHS) return
    const elapsed = message.number(slot.elapsedTime) / 1000
    const timer = message.number(slot.timerTime) / 1000
    this.#lengths.push({
      start,
      isActive: message.number(slot.type) === ACTIVE,
      ...dropUnknown({
        elapsed: Number.isNaN(elapsed) ? timer : elapsed,
        stroke: SWIM_STROKES[message.number(slot.stroke)],
        strokes: message.number(slot.strokes),
      }),
    })
  }

  addSet(message: FitMessage): void {
    this.#sets.add(message)
  }

  addStep(message: FitMessage): void {
    const { slot } = WORKOUT_STEP
    const name = message.text(slot.name)
    if (name !== null && this.#steps.size < MAX_LAPS)
      this.#steps.set(message.number(slot.index), name)
  }

  addSession(message: FitMessage): void {
    const metres = message.number(SESSION.slot.poolLength) / 100
    if (!(metres > 0)) return
    this.#poolLength = metres
    this.#poolUnit = poolUnitOf(message.number(SESSION.slot.poolLengthUnit), metres)
  }

  /** Returns all laps. `clockOffset` (seconds) corrects laps of devices without a set clock. */
  finish(clockOffset: number): DeviceLaps | undefined {
    const moved = <Part extends { start: number }>(part: Part): Part =>
      part.start < unixMicroseconds(FIRST_DATE)
        ? { ...part, start: part.start + clockOffset * 1e6 }
        : part
    const laps = this.#laps.map(({ lap, step }) => {
      const name = this.#steps.get(step)
      return moved(name === undefined ? lap : { ...lap, name })
    })
    return deviceLaps(laps, {
      lengths: this.#lengths.map(moved),
      poolLength: this.#poolLength,
      poolUnit: this.#poolUnit,
      sets: this.#sets.finish().map(moved),
    })
  }
}

/** Metres of a yard, and the difference at which a pool has been measured in yards. */
const POOL_TOLERANCE = 0.015
const STATUTE = 1

/** The unit that the device recorded, or else yards if they are whole and the metres are not. */
function poolUnitOf(recorded: number, metres: number): PoolUnit {
  if (!Number.isNaN(recorded)) return recorded === STATUTE ? 'yd' : 'm'
  const yards = metres / METRES_PER_YARD
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) <= POOL_TOLERANCE
  return isWhole(yards) && !isWhole(metres) ? 'yd' : 'm'
}
