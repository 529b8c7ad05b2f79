/** A field to read from a message, by its number in the FIT profile. */
export interface ReadField {
  /** Field numbers with the same meaning and scale; the first one in the message counts. */
  readonly numbers: readonly number[]
  /** Name of the developer field that is used when the message lacks this field. */
  readonly developerName?: string
  /** Units of a value as the readers expect it, in which a developer field may replace this field. */
  readonly overrideUnits?: readonly string[]
}

/** A message type with the fields to read. `slot` contains the index of each field for the methods of `FitMessage`. */
export interface MessageProfile<Name extends string> {
  readonly global: number
  readonly wanted: readonly ReadField[]
  readonly slot: Readonly<Record<Name, number>>
}

/** Number of the timestamp field in every message type, in seconds since `FIT_EPOCH`. */
export const TIMESTAMP_FIELD = 253

/** Start of FIT time, 1989-12-31T00:00:00Z, in seconds of the Unix epoch. */
export const FIT_EPOCH = 631_065_600

/** Smaller timestamps are not dates: they count seconds since the device was switched on. */
export const FIRST_DATE = 0x1000_0000

/** The message that identifies the device or app that wrote the file. */
export const FILE_ID = profile(0, {
  type: { numbers: [0] },
  manufacturer: { numbers: [1] },
  product: { numbers: [2] },
  productName: { numbers: [8] },
})

/**
 * Totals of one activity of the file; times in milliseconds, lengths in centimetres, speeds in mm/s, ascent and descent
 * in metres.
 */
export const SESSION = profile(18, {
  startTime: { numbers: [2] },
  sport: { numbers: [5] },
  subSport: { numbers: [6] },
  elapsedTime: { numbers: [7] },
  timerTime: { numbers: [8] },
  distance: { numbers: [9] },
  calories: { numbers: [11] },
  aveHeartRate: { numbers: [16] },
  maxHeartRate: { numbers: [17] },
  maxSpeed: { numbers: [15] },
  enhancedMaxSpeed: { numbers: [125] },
  ascent: { numbers: [22] },
  descent: { numbers: [23] },
  poolLength: { numbers: [44] },
  poolLengthUnit: { numbers: [46] },
})

/** Totals of a lap, in the units of a session, except ascent and descent in metres. */
export const LAP = profile(19, {
  startTime: { numbers: [2] },
  elapsedTime: { numbers: [7] },
  timerTime: { numbers: [8] },
  distance: { numbers: [9] },
  calories: { numbers: [11] },
  aveSpeed: { numbers: [110, 13] },
  maxSpeed: { numbers: [111, 14] },
  aveHeartRate: { numbers: [15] },
  maxHeartRate: { numbers: [16] },
  aveCadence: { numbers: [17] },
  maxCadence: { numbers: [18] },
  avePower: { numbers: [19] },
  maxPower: { numbers: [20] },
  ascent: { numbers: [21] },
  descent: { numbers: [22] },
  intensity: { numbers: [23] },
  trigger: { numbers: [24] },
  stroke: { numbers: [38] },
  workoutStep: { numbers: [71] },
})

/** One length of a pool. */
export const LENGTH = profile(101, {
  startTime: { numbers: [2] },
  elapsedTime: { numbers: [3] },
  timerTime: { numbers: [4] },
  strokes: { numbers: [5] },
  stroke: { numbers: [7] },
  type: { numbers: [12] },
})

/** A set of strength training or the rest after it; times in milliseconds, weights in sixteenths of a kilogram. */
export const SET = profile(225, {
  startTime: { numbers: [6] },
  elapsedTime: { numbers: [0] },
  repetitions: { numbers: [3] },
  weight: { numbers: [4] },
  type: { numbers: [5] },
  category: { numbers: [7] },
})

/** A step of a planned workout. */
export const WORKOUT_STEP = profile(27, { index: { numbers: [254] }, name: { numbers: [0] } })

/**
 * A sample: positions in semicircles, distance in centimetres, speed in mm/s, altitude in fifths of a metre above −500
 * m.
 */
export const RECORD = profile(20, {
  latitude: { numbers: [0] },
  longitude: { numbers: [1] },
  altitude: { numbers: [78, 2], developerName: 'enhanced_altitude' },
  heartRate: { numbers: [3], developerName: 'heart_rate', overrideUnits: ['bpm'] },
  cadence: { numbers: [4], developerName: 'cadence', overrideUnits: ['rpm', 'spm'] },
  power: { numbers: [7], developerName: 'power', overrideUnits: ['watts', 'watt', 'w'] },
  distance: { numbers: [5] },
  speed: { numbers: [73, 6] },
  compressedSpeedDistance: { numbers: [8] },
})

/** An event. For timer events, `data` is the cause of the start or stop. */
export const EVENT = profile(21, {
  event: { numbers: [0] },
  eventType: { numbers: [1] },
  data: { numbers: [3, 2] },
})

/** Closes a file. `localTimestamp` is the device's local time at the timestamp of the message. */
export const ACTIVITY = profile(34, { localTimestamp: { numbers: [5] } })

/** The name of a planned course. */
export const COURSE = profile(31, { name: { numbers: [5] } })

/** A place on a planned course: positions in semicircles. */
export const COURSE_POINT = profile(32, {
  latitude: { numbers: [2] },
  longitude: { numbers: [3] },
  type: { numbers: [5] },
  name: { numbers: [6] },
})

/** Declares a developer field, so that later definitions can use it. */
export const FIELD_DESCRIPTION = profile(206, {
  developerIndex: { numbers: [0] },
  fieldNumber: { numbers: [1] },
  baseType: { numbers: [2] },
  name: { numbers: [3] },
  scale: { numbers: [6] },
  offset: { numbers: [7] },
  unit: { numbers: [8] },
  nativeMessage: { numbers: [14] },
  nativeField: { numbers: [15] },
})

/** Heart rates of a strap that recorded without a watch, such as while swimming; times in 1/1024 s. */
export const HR = profile(132, {
  fractionalTimestamp: { numbers: [0] },
  filteredBpm: { numbers: [6] },
  eventTimestamp: { numbers: [9] },
  eventTimestamp12: { numbers: [10] },
})

/** Times between heartbeats, in milliseconds. The message has no timestamp. */
export const HRV = profile(78, { intervals: { numbers: [0] } })

const PROFILES: ReadonlyMap<number, readonly ReadField[]> = new Map(
  [
    ...[FILE_ID, SESSION, LAP, LENGTH, SET, WORKOUT_STEP, RECORD, EVENT, ACTIVITY],
    ...[FIELD_DESCRIPTION, HR, HRV, COURSE, COURSE_POINT],
  ].map(({ global, wanted }) => [global, wanted]),
)

const NOTHING: readonly ReadField[] = []

/** Returns the fields to read from messages with this global number; none for types that are skipped. */
export function fieldsToRead(global: number): readonly ReadField[] {
  return PROFILES.get(global) ?? NOTHING
}

function profile<Name extends string>(
  global: number,
  fields: Record<Name, ReadField>,
): MessageProfile<Name> {
  const names = Object.keys(fields) as Name[] // the type of keys is lost by Object.keys
  const slots = names.map((name, slot) => [name, slot])
  return {
    global,
    wanted: names.map((name) => fields[name]),
    slot: Object.fromEntries(slots) as Record<Name, number>, // one entry for each name
  }
}
