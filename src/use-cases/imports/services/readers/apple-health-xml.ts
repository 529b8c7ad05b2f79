import {
  declaredInstant,
  declaredKilometres,
  declaredMetres,
  declaredNumber,
} from '@/use-cases/imports/services/declared-values'
import { HeartRates } from './apple-heart-rates'

export interface AppleWorkout {
  /** Such as `Running`, `Cycling` or `IndoorCycling`. */
  activity: string
  /** Milliseconds since the Unix epoch. */
  startedAt: number | undefined
  endedAt: number | undefined
  /** Seconds. */
  duration: number | undefined
  /** Kilometres. */
  distance: number | undefined
  /** Metres. */
  ascent: number | undefined
  calories: number | undefined
  aveHr: number | undefined
  maxHr: number | undefined
  /** Paths of its routes, relative to the folder of the document. */
  routes: string[]
}

/** Elements to find: how they begin, and their maximum length in bytes. Longer elements are skipped. */
const WANTED_ELEMENTS = {
  workout: { beginning: Buffer.from('<Workout '), maxLength: 2 * 1024 * 1024 },
  heartRate: {
    beginning: Buffer.from('<Record type="HKQuantityTypeIdentifierHeartRate"'),
    maxLength: 64 * 1024,
  },
} as const
type Kind = keyof typeof WANTED_ELEMENTS
const KINDS = Object.keys(WANTED_ELEMENTS) as Kind[] // Object.keys returns string[]

const FIRST_BYTES = 256 * 1024
const WORKOUT_END = Buffer.from('</Workout>')
const [GREATER, SLASH] = [62, 47] as const

/**
 * Finds the workouts and heart rates in the document of an Apple Health export. The document may have gigabytes, nearly
 * all of them other records. It is therefore searched for the beginnings of the wanted elements instead of being
 * parsed, and only incomplete elements stay in memory. Calls `counted` with the number of workouts so far, which may
 * throw to stop.
 */
export async function readHealth(
  chunks: AsyncIterable<Uint8Array>,
  counted: (workouts: number) => void = () => undefined,
) {
  const workouts: AppleWorkout[] = []
  const beats = new HeartRates()
  const take = (kind: Kind, bytes: Buffer, { at, end }: { at: number; end: number }) => {
    if (kind === 'heartRate') beats.addRecord(bytes, at, end)
    else counted(workouts.push(workoutIn(bytes.toString('utf8', at, end))))
  }
  // Reused for all chunks. The unprocessed end of each chunk is moved to the start of the buffer.
  let bytes = Buffer.alloc(FIRST_BYTES)
  let size = 0
  for await (const chunk of chunks) {
    if (size + chunk.length > bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, size)], 2 * (size + chunk.length))
    bytes.set(chunk, size)
    size += chunk.length
    const needed = scan(bytes.subarray(0, size), take)
    bytes.copyWithin(0, needed, size)
    size -= needed
  }
  return { workouts, beats: beats.within(workouts) }
}

type Take = (kind: Kind, bytes: Buffer, place: { at: number; end: number }) => void

/**
 * Scans a buffer for elements. Returns the offset from which bytes must be scanned again together with the next chunk.
 */
function scan(bytes: Buffer, take: Take): number {
  const places = new Map<Kind, number>()
  let position = 0
  for (;;) {
    const next = firstFrom(bytes, position, places)
    if (next === undefined)
      return Math.max(position, bytes.length - WANTED_ELEMENTS.heartRate.beginning.length)
    const { kind, at } = next
    const end = kind === 'workout' ? endOfWorkout(bytes, at) : bytes.indexOf(GREATER, at) + 1
    if (end === 0) return bytes.length - at > WANTED_ELEMENTS[kind].maxLength ? bytes.length : at
    take(kind, bytes, { at, end })
    position = end
  }
}

/** Finds the first wanted element from a position on. `places` caches positions between calls. */
function firstFrom(bytes: Buffer, position: number, places: Map<Kind, number>) {
  let first: { kind: Kind; at: number } | undefined
  for (const kind of KINDS) {
    const known = places.get(kind) ?? -1
    const found =
      known >= position ? known : bytes.indexOf(WANTED_ELEMENTS[kind].beginning, position)
    const at = found < 0 ? bytes.length : found
    places.set(kind, at)
    if (at < (first?.at ?? bytes.length)) first = { kind, at }
  }
  return first
}

/** Returns the end offset of the workout that begins at `at`; 0 when the buffer ends before it. */
function endOfWorkout(bytes: Buffer, at: number): number {
  const opened = bytes.indexOf(GREATER, at)
  if (opened < 0) return 0
  if (bytes[opened - 1] === SLASH) return opened + 1
  const end = bytes.indexOf(WORKOUT_END, opened)
  return end < 0 ? 0 : end + WORKOUT_END.length
}

const TAG = /<(\/?)([A-Za-z]+)((?:[^<>"]|"[^"]*")*)>/g
const ATTRIBUTE = /([A-Za-z]+)="([^"]*)"/g

type Attributes = ReadonlyMap<string, string>

const attributesIn = (text: string): Attributes =>
  new Map(Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, value]))

function workoutIn(text: string): AppleWorkout {
  let workout = workoutOf(new Map())
  // Statistics of one part do not apply to the whole workout.
  let isPart = false
  for (const [, closing, name, rest = ''] of text.matchAll(TAG)) {
    if (name === 'WorkoutActivity') isPart = closing === '' && !rest.endsWith('/')
    if (closing !== '' || isPart) continue
    const attributes = attributesIn(rest)
    if (name === 'Workout') workout = workoutOf(attributes)
    else if (name === 'WorkoutStatistics') addStatistics(workout, attributes)
    else if (name === 'MetadataEntry') addMetadata(workout, attributes)
    else if (name === 'FileReference') addRoute(workout, attributes)
  }
  return workout
}

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['sec', 1],
  ['min', 60],
  ['hr', 3600],
  ['h', 3600],
])

function workoutOf(attributes: Attributes): AppleWorkout {
  const attribute = (name: string) => attributes.get(name)
  const startedAt = declaredInstant(attribute('startDate'))
  const endedAt = declaredInstant(attribute('endDate'))
  const between = startedAt && endedAt ? (endedAt - startedAt) / 1000 : undefined
  const duration = declaredNumber(attribute('duration'))
  const factor = SECONDS.get(attribute('durationUnit') ?? 'min')
  return {
    activity: (attribute('workoutActivityType') ?? '').replace('HKWorkoutActivityType', ''),
    startedAt,
    endedAt,
    duration: duration !== undefined && factor !== undefined ? duration * factor : between,
    distance: declaredKilometres(attribute('totalDistance'), attribute('totalDistanceUnit') ?? ''),
    ascent: undefined,
    calories: kilocalories(attribute('totalEnergyBurned'), attribute('totalEnergyBurnedUnit')),
    aveHr: undefined,
    maxHr: undefined,
    routes: [],
  }
}

const KILOJOULES_PER_KILOCALORIE = 4.184

function kilocalories(text: string | undefined, unit: string | undefined): number | undefined {
  const energy = declaredNumber(text)
  return unit === 'kJ' && energy !== undefined ? energy / KILOJOULES_PER_KILOCALORIE : energy
}

const DISTANCE = 'HKQuantityTypeIdentifierDistance'

/** Totals and averages, which documents contain since 2022. */
function addStatistics(workout: AppleWorkout, attributes: Attributes): void {
  const type = attributes.get('type') ?? ''
  const sum = attributes.get('sum')
  const unit = attributes.get('unit')
  if (type.startsWith(DISTANCE)) workout.distance ??= declaredKilometres(sum, unit ?? '')
  else if (type === 'HKQuantityTypeIdentifierActiveEnergyBurned')
    workout.calories ??= kilocalories(sum, unit)
  else if (type === 'HKQuantityTypeIdentifierHeartRate') {
    workout.aveHr = declaredNumber(attributes.get('average'))
    workout.maxHr = declaredNumber(attributes.get('maximum'))
  }
}

/** Activities that are different sports indoors. */
const INDOORS = new Set(['Cycling', 'Running', 'Rowing'])

function addMetadata(workout: AppleWorkout, attributes: Attributes): void {
  const key = attributes.get('key')
  const value = attributes.get('value') ?? ''
  if (key === 'HKIndoorWorkout' && value === '1' && INDOORS.has(workout.activity))
    workout.activity = `Indoor${workout.activity}`
  if (key !== 'HKElevationAscended') return
  const [, height, unit = ''] = /^([\d.,]+)\s*(\w+)$/.exec(value) ?? []
  workout.ascent = declaredMetres(height, unit)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function addRoute({ routes }: AppleWorkout, attributes: Attributes): void {
  const path = attributes.get('path')?.replace(/^\/+/, '')
  if (path) routes.push(path.replace(/&(\w+);/g, (text, name) => ENTITIES[name] ?? text))
}
