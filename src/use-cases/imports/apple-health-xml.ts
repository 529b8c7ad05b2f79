import { HeartRates } from './apple-heart-rates'
import { toldInstant, toldKilometres, toldMetres, toldNumber } from './told-values'

/** A workout of Apple Health. */
export interface AppleWorkout {
  /** `Running`, `Cycling`, … and `Indoor…`. */
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
  /** Paths of its routes, below the folder of the document. */
  routes: string[]
}

/** What is looked for: where it begins, and bytes of the longest; what is longer is passed over. */
const WANTED = {
  workout: { beginning: Buffer.from('<Workout '), longest: 2 * 1024 * 1024 },
  heartRate: {
    beginning: Buffer.from('<Record type="HKQuantityTypeIdentifierHeartRate"'),
    longest: 64 * 1024,
  },
} as const
type Kind = keyof typeof WANTED
const KINDS = Object.keys(WANTED) as Kind[] // the type of keys is lost by Object.keys

const FIRST_BYTES = 256 * 1024
const WORKOUT_END = Buffer.from('</Workout>')
const [GREATER, SLASH] = [62, 47] as const

/**
 * The workouts and heart rates in the document of an Apple Health export. It may have gigabytes, nearly all of them
 * records of no interest: no more is looked at than where those begin that are wanted, and no more is kept than the
 * last chunk.
 */
export async function readHealth(chunks: AsyncIterable<Uint8Array>) {
  const workouts: AppleWorkout[] = []
  const beats = new HeartRates()
  const take = (kind: Kind, bytes: Buffer, { at, end }: { at: number; end: number }) => {
    if (kind === 'heartRate') beats.addRecord(bytes, at, end)
    else workouts.push(workoutIn(bytes.toString('utf8', at, end)))
  }
  // One buffer for all chunks: what is left of one stands in front of the next.
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

/** Looks through some bytes; returns where those begin that are needed again together with the next. */
function scan(bytes: Buffer, take: Take): number {
  const places = new Map<Kind, number>()
  let position = 0
  for (;;) {
    const next = firstFrom(bytes, position, places)
    if (next === undefined)
      return Math.max(position, bytes.length - WANTED.heartRate.beginning.length)
    const { kind, at } = next
    const end = kind === 'workout' ? endOfWorkout(bytes, at) : bytes.indexOf(GREATER, at) + 1
    if (end === 0) return bytes.length - at > WANTED[kind].longest ? bytes.length : at
    take(kind, bytes, { at, end })
    position = end
  }
}

/** What begins first from a place on. Places that are known already are not looked for again. */
function firstFrom(bytes: Buffer, position: number, places: Map<Kind, number>) {
  let first: { kind: Kind; at: number } | undefined
  for (const kind of KINDS) {
    const known = places.get(kind) ?? -1
    const found = known >= position ? known : bytes.indexOf(WANTED[kind].beginning, position)
    const at = found < 0 ? bytes.length : found
    places.set(kind, at)
    if (at < (first?.at ?? bytes.length)) first = { kind, at }
  }
  return first
}

/** Where a workout ends that begins at a place; 0 when it does not within the bytes. */
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
  // What is told of one part of several is not told of the whole.
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
  const told = (name: string) => attributes.get(name)
  const startedAt = toldInstant(told('startDate'))
  const endedAt = toldInstant(told('endDate'))
  const between = startedAt && endedAt ? (endedAt - startedAt) / 1000 : undefined
  const duration = toldNumber(told('duration'))
  const factor = SECONDS.get(told('durationUnit') ?? 'min')
  return {
    activity: (told('workoutActivityType') ?? '').replace('HKWorkoutActivityType', ''),
    startedAt,
    endedAt,
    duration: duration !== undefined && factor !== undefined ? duration * factor : between,
    distance: toldKilometres(told('totalDistance'), told('totalDistanceUnit') ?? ''),
    ascent: undefined,
    calories: kilocalories(told('totalEnergyBurned'), told('totalEnergyBurnedUnit')),
    aveHr: undefined,
    maxHr: undefined,
    routes: [],
  }
}

const KILOJOULES_PER_KILOCALORIE = 4.184

function kilocalories(text: string | undefined, unit: string | undefined): number | undefined {
  const energy = toldNumber(text)
  return unit === 'kJ' && energy !== undefined ? energy / KILOJOULES_PER_KILOCALORIE : energy
}

const DISTANCE = 'HKQuantityTypeIdentifierDistance'

/** Sums and means, as documents have them since 2022. */
function addStatistics(workout: AppleWorkout, attributes: Attributes): void {
  const type = attributes.get('type') ?? ''
  const sum = attributes.get('sum')
  const unit = attributes.get('unit')
  if (type.startsWith(DISTANCE)) workout.distance ??= toldKilometres(sum, unit ?? '')
  else if (type === 'HKQuantityTypeIdentifierActiveEnergyBurned')
    workout.calories ??= kilocalories(sum, unit)
  else if (type === 'HKQuantityTypeIdentifierHeartRate') {
    workout.aveHr = toldNumber(attributes.get('average'))
    workout.maxHr = toldNumber(attributes.get('maximum'))
  }
}

/** Activities that are something else indoors. */
const INDOORS = new Set(['Cycling', 'Running', 'Rowing'])

function addMetadata(workout: AppleWorkout, attributes: Attributes): void {
  const key = attributes.get('key')
  const value = attributes.get('value') ?? ''
  if (key === 'HKIndoorWorkout' && value === '1' && INDOORS.has(workout.activity))
    workout.activity = `Indoor${workout.activity}`
  if (key !== 'HKElevationAscended') return
  const [, height, unit = ''] = /^([\d.,]+)\s*(\w+)$/.exec(value) ?? []
  workout.ascent = toldMetres(height, unit)
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
