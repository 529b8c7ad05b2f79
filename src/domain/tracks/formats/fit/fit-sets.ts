import { EXERCISES } from '@/domain/reference/exercises'
import { dropUnknown } from '@/domain/tracks/formats/laps'
import { MAX_LAPS } from '@/domain/tracks/formats/limits'
import type { StrengthSet } from '@/domain/tracks/track'
import type { FitMessage } from './fit-message'
import { SET } from './fit-profile'
import { lapStart } from './fit-records'

/** A type of set with repetitions; the other one is rest. */
const ACTIVE = 1
const WEIGHTS_PER_KG = 16

/** Undefined if its start is unknown. */
function readSet(message: FitMessage): StrengthSet | undefined {
  const { slot } = SET
  const start = lapStart(message, slot)
  if (Number.isNaN(start)) return undefined
  const isActive = message.number(slot.type) === ACTIVE
  return {
    start,
    isActive,
    ...dropUnknown({
      elapsed: message.number(slot.elapsedTime) / 1000,
      ...(isActive && {
        repetitions: message.number(slot.repetitions),
        kilograms: message.number(slot.weight) / WEIGHTS_PER_KG,
        exercise: EXERCISES[message.number(slot.category)],
      }),
    }),
  }
}

/** Collects the sets of a file. */
export class FitSets {
  readonly #sets: StrengthSet[] = []

  add(message: FitMessage): void {
    const set = readSet(message)
    if (set && this.#sets.length < MAX_LAPS) this.#sets.push(set)
  }

  /** Returns the sets in order of their start. */
  finish(): StrengthSet[] {
    return this.#sets.toSorted((one, other) => one.start - other.start)
  }
}
