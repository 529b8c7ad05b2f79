import {
  type FitMessageValue,
  fileId,
  fitFile,
  record,
  session,
  timerStop,
  withFields,
} from './fit'

const GARMIN = 1
const STRENGTH_TRAINING = [10, 20] as const
const [REST, ACTIVE] = [0, 1]
const [PUSH_UP, SQUAT] = [22, 28]
const SECONDS = 300

interface GymSet {
  start: number
  /** Seconds. */
  seconds: number
  type: number
  repetitions?: number
  kilograms?: number
  category?: number
}

const set = (values: GymSet): FitMessageValue => ({
  global: 225,
  fields: [
    [254, 'uint32', values.start + values.seconds],
    [6, 'uint32', values.start],
    [0, 'uint32', values.seconds * 1000],
    [3, 'uint16', values.repetitions ?? null],
    [4, 'uint16', values.kilograms === undefined ? null : values.kilograms * 16],
    [5, 'uint8', values.type],
    [7, 'uint16', values.category ?? null],
  ],
})

/** A FIT file of strength training as Garmin watches write it: heart rates and sets, no distance. */
export function gymSession(start: number): Uint8Array {
  const totals = { start, end: start + SECONDS, elapsed: SECONDS, timer: SECONDS, calories: 40 }
  const [sport, subSport] = STRENGTH_TRAINING
  return fitFile([
    fileId(GARMIN),
    ...Array.from({ length: SECONDS + 1 }, (_, second) =>
      record({ time: start + second, hr: 110 + Math.round(25 * Math.sin(second / 40)) }),
    ),
    timerStop(start + SECONDS, 0),
    set({
      start: start + 10,
      seconds: 40,
      type: ACTIVE,
      repetitions: 12,
      kilograms: 42.5,
      category: SQUAT,
    }),
    set({ start: start + 50, seconds: 90, type: REST }),
    set({ start: start + 140, seconds: 35, type: ACTIVE, repetitions: 8, category: PUSH_UP }),
    set({ start: start + 200, seconds: 30, type: ACTIVE }),
    withFields(session(totals), [5, 'enum', sport], [6, 'enum', subSport]),
  ])
}
