/** All types of records, in the order of the response. */
export const RECORD_TYPES = ['AS', 'FD', 'LD', 'MS', 'HA', 'AP', 'BP'] as const

/**
 * Average speed, farthest distance, longest duration, maximum speed, highest ascent, average pace,
 * best pace.
 */
export type RecordType = (typeof RECORD_TYPES)[number]

/** Values of a workout that have records. */
export type RecordMetric =
  | 'aveSpeed'
  | 'distance'
  | 'moving'
  | 'maxSpeed'
  | 'ascent'
  | 'avePace'
  | 'bestPace'

export interface RecordRule {
  readonly metric: RecordMetric
  readonly best: 'largest' | 'smallest'
  /** Records are stored as integers: the value times `scale`, rounded. */
  readonly scale: 1 | 100 | 1000
  /** Responses contain the record only if the sport displays this value. */
  readonly shownWith: 'always' | 'elevation' | 'speed' | 'pace'
}

export const RECORD_RULES: Readonly<Record<RecordType, RecordRule>> = {
  AS: { metric: 'aveSpeed', best: 'largest', scale: 100, shownWith: 'speed' },
  FD: { metric: 'distance', best: 'largest', scale: 1000, shownWith: 'always' },
  LD: { metric: 'moving', best: 'largest', scale: 1, shownWith: 'always' },
  MS: { metric: 'maxSpeed', best: 'largest', scale: 100, shownWith: 'speed' },
  HA: { metric: 'ascent', best: 'largest', scale: 1000, shownWith: 'elevation' },
  AP: { metric: 'avePace', best: 'smallest', scale: 1, shownWith: 'pace' },
  BP: { metric: 'bestPace', best: 'smallest', scale: 1, shownWith: 'pace' },
}

/** The values of a sport's workouts that the caller sees. */
export interface RecordDisplay {
  readonly elevation: boolean
  readonly speed: boolean
  readonly pace: boolean
}

/** Returns whether responses contain records of a type for a sport with this display. */
export function isRecordTypeVisible(type: RecordType, display: RecordDisplay): boolean {
  const { shownWith } = RECORD_RULES[type]
  return shownWith === 'always' || display[shownWith]
}

/** Converts the value of a workout to the integer of a stored record. */
export function toStoredRecord(type: RecordType, value: number): number {
  return Math.round(value * RECORD_RULES[type].scale)
}

/** Converts the integer of a stored record to the value of a workout. */
export function fromStoredRecord(type: RecordType, stored: number): number {
  return stored / RECORD_RULES[type].scale
}
