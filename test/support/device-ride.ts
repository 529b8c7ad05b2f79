import {
  developerField,
  type FitFieldValue,
  type FitMessageValue,
  fitFile,
  fitTime,
  lap,
  record,
  session,
  withFields,
} from './tracks/fit'

const START = fitTime('2024-05-04T08:00:00Z')
const SECONDS = 120

interface Ride {
  /** Whether the timer is stopped manually after a minute. */
  readonly stops?: boolean
  readonly power?: number
  /** Whether the device recorded no laps. */
  readonly isWhole?: boolean
}

/** Two minutes with heart rate, two laps, temperature, respiration, calories and a field of an app. */
export function deviceRide({ stops = false, power, isWhole = false }: Ride = {}): Uint8Array {
  const samples = Array.from({ length: SECONDS }, (_, second) => sample(second, power))
  const laps = [
    lap({ start: START, elapsed: 60.5, timer: 59.5, distance: 300 }, ...FIRST_LAP),
    lap({ start: START + 61, elapsed: 59, timer: 59, distance: 295.5 }, [23, 'enum', 4]),
  ]
  const stop: FitMessageValue = {
    global: 21,
    fields: [
      [253, 'uint32', START + 59],
      [3, 'uint32', 0],
      [0, 'enum', 0],
      [1, 'enum', 4],
    ],
  }
  return fitFile([
    withFields(developerField(0, 1, 'Aero Drag', 'float32'), [8, 'string', 'm²']),
    ...samples.slice(0, 60),
    ...(stops ? [stop] : []),
    ...samples.slice(60),
    ...(isWhole ? [] : laps),
    session({ start: START, end: START + 120, elapsed: 120, timer: 118.5, distance: 595.5 }),
  ])
}

const FIRST_LAP: FitFieldValue[] = [
  [11, 'uint16', 9],
  [15, 'uint8', 131],
  [16, 'uint8', 149],
  [19, 'uint16', 210],
  [23, 'enum', 2],
  [24, 'enum', 0],
]

const sample = (second: number, power: number | undefined): FitMessageValue => ({
  ...record(
    {
      ...{ time: START + second, lat: 48 + second * 4.5e-5, lon: 2, hr: 130 },
      ...(power !== undefined && { power }),
    },
    [13, 'sint8', second < 60 ? 20 : 21],
    [108, 'uint16', 2400 + second],
    [33, 'uint16', second],
  ),
  developerFields: [[1, 0, 'float32', 0.25]],
})
