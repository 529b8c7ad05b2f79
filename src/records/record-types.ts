/** Every personal record, in the order in which they are returned. */
export const RECORD_TYPES = ['AS', 'FD', 'LD', 'MS', 'HA', 'AP', 'BP'] as const

/**
 * Average speed, farthest distance, longest duration, maximum speed, highest ascent, average pace,
 * best pace.
 */
export type RecordType = (typeof RECORD_TYPES)[number]

/** Numbers of a workout that records are kept of. */
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
  /** Values are stored as integers: metric times this, rounded. */
  readonly scale: 1 | 100 | 1000
  /** What a sport must display for the record to be returned. */
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

/** What is displayed of a sport's workouts to the caller. */
export interface RecordDisplay {
  readonly elevation: boolean
  readonly speed: boolean
  readonly pace: boolean
}

/** Whether records of a type are returned under a display of their sport. */
export function isRecordTypeShown(type: RecordType, display: RecordDisplay): boolean {
  const { shownWith } = RECORD_RULES[type]
  return shownWith === 'always' || display[shownWith]
}

/** The integer that stands for a metric's value in a stored record. */
export function toStoredRecord(type: RecordType, value: number): number {
  return Math.round(value * RECORD_RULES[type].scale)
}

/** The metric's value behind the integer of a stored record. */
export function fromStoredRecord(type: RecordType, stored: number): number {
  return stored / RECORD_RULES[type].scale
}
