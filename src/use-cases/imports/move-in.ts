import type { AppContext } from '@/context'
import type { DuplicatePolicy, UploadData } from '@/db/columns'
import type { SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import { findTwin, findWorkout } from '@/db/queries/workouts'
import { AppError, badRequest, invalidPayload } from '@/errors'
import { uuidOf } from '@/lib/short-id'
import { equipmentSuits } from '@/policy/equipment'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'
import { manualColumns } from '@/use-cases/workouts/manual-numbers'
import { startOf } from '@/use-cases/workouts/recorded-columns'
import { defaultTitle, firstText } from '@/use-cases/workouts/workout-fields'
import type { Urgency } from '@/workers/track-job'
import { type BatchListener, importEntries } from './import-each'
import { readWanted } from './import-file'
import { type Gear, openGear } from './move-gear'
import { moveMeasures } from './move-measures'
import type { ExportContent, MovedEntry, MovedWorkout, ToldNumbers } from './moved-workout'
import { previewEntries } from './preview-entries'
import type { Entry, Found } from './read-ahead'
import { chooseSport } from './sport-of-recording'
import type { FileOutcome, ToBeJudged } from './store-judged'
import { type ReadRecording, requestedLevels } from './store-recording'
import { type PackedFile, toBeRead } from './unpack'

/** How what an export holds is moved to an account. */
export interface MoveOptions {
  user: UserRow
  /** What applies to all: sports that are meant by names, levels of visibility, what to do with workouts that are here. */
  data: UploadData
  /** Bytes of the largest recording. */
  mostBytes: number
  /** Of each recording. */
  urgency: Urgency
  /** The items with these labels. */
  gear: Gear['find']
}

/** The policy for exports: what is here already is left alone, so that an import can be repeated. */
const USUAL_POLICY: DuplicatePolicy = 'skip'

/** The workouts of an export as entries to import. */
const entriesToMove = (
  ctx: AppContext,
  workouts: readonly MovedEntry[],
  options: MoveOptions,
): Entry[] =>
  workouts.map((entry) => ({
    name: entry.name,
    packedSize: entry.packedSize,
    read: (arrived) => readMoved(ctx, entry, { options, arrived }),
  }))

const WHAT_HELPS =
  'say what is meant (--sport-name, sport_names) or give a default (--sport, default_sport_id)'

interface Moving {
  options: MoveOptions
  arrived: (path: string) => void
}

/** @throws 400, TrackError or ExportError for what cannot be moved */
async function readMoved(ctx: AppContext, entry: MovedEntry, moving: Moving): Promise<Found> {
  const { options } = moving
  const told = await entry.load()
  if ('leftOut' in told) return { kind: 'left out', reason: told.leftOut }
  const moved = withSoundId(told)
  const choice = { userId: options.user.id, data: options.data }
  const { named, sport } = await chooseSport(ctx, choice, moved.sport)
  // A recording may name its sport itself.
  if (!sport && !moved.file) throw badRequest(`unknown sport '${moved.sport ?? ''}': ${WHAT_HELPS}`)
  const workout = await findPresent(ctx, moved, options)
  if (workout) return { kind: 'present', workout }
  if (moved.file) return readRecorded(ctx, { ...moved, file: moved.file }, { named, ...moving })
  if (!sport) throw invalidPayload()
  return readNumbers(ctx, await withNumbers(moved), { sport, options })
}

/** Short ids of other forms are not kept. */
function withSoundId({ kept, ...moved }: MovedWorkout): MovedWorkout {
  return kept && uuidOf(kept.shortId) !== undefined ? { ...moved, kept } : moved
}

/** What was used, as far as it suits the sport. */
const gearOf =
  ({ gear = [] }: MovedWorkout, sport: SportRow, options: MoveOptions) =>
  async () => {
    const items = await options.gear(gear, sport)
    return items.filter((item) => equipmentSuits(item.equipment_type_id, sport.id))
  }

/** The workout that an entry of the export has become already, or that it repeats. */
async function findPresent(ctx: AppContext, moved: MovedWorkout, { user, data }: MoveOptions) {
  const kept = moved.kept ? await findWorkout(ctx.db, moved.kept.shortId) : undefined
  if (kept?.user_id === user.id) return kept
  const { startedAt, distance } = moved
  if (startedAt === undefined || policyOf(data) !== 'skip') return undefined
  return findTwin(ctx.db, { userId: user.id, startedAt, distance })
}

const policyOf = ({ duplicates = USUAL_POLICY }: UploadData) => duplicates

async function readRecorded(
  ctx: AppContext,
  moved: MovedWorkout & { file: PackedFile },
  { named, options, arrived }: Moving & { named: SportRow | undefined },
): Promise<Found> {
  const { user, mostBytes, urgency } = options
  try {
    const file = await toBeRead(ctx, moved.file, mostBytes)
    arrived(file.path)
    const data = dataOf(moved, options)
    const wanted = { user, sport: named, data, file, urgency }
    const recording = await readWanted(ctx, { ...wanted, ...keptOf(moved) })
    const equipments = gearOf(moved, recording.given.sport, options)
    return { kind: 'recording', recording: titled(moved, recording), equipments }
  } catch (error) {
    if (!hasNoTrack(error)) throw error
    if (moved.isAnyFile) return { kind: 'left out', reason: 'no recording of a workout' }
    const numbers = await withNumbers(moved)
    const { sport } = await chooseSport(ctx, { userId: user.id, data: options.data }, numbers.sport)
    if (!sport || !neededOf(numbers)) throw error
    return readNumbers(ctx, numbers, { sport, options })
  }
}

/** What is said of files of the right format that record something else, or no way and no values. */
const NO_TRACK: ReadonlySet<TrackErrorKind> = new Set([
  ...(['fitNoGps', 'noSegments', 'gpxNoTracks'] as const),
  ...(['tcxNoTracks', 'tcxNoCoordinates', 'tcxNoActivities'] as const),
])

/** Whether a recording was refused since there is none of a workout in it. */
function hasNoTrack(error: unknown): boolean {
  const reason = error instanceof AppError ? error.cause : error
  return reason instanceof TrackError && NO_TRACK.has(reason.kind)
}

async function withNumbers(moved: MovedWorkout): Promise<MovedWorkout> {
  const { withoutTrack } = moved
  return {
    ...moved,
    ...(typeof withoutTrack === 'function' ? await withoutTrack() : withoutTrack),
  }
}

/** A recording with what is told of it by its start; one whose name says nothing has the usual title. */
function titled(moved: MovedWorkout, { given, measured }: ReadRecording): ReadRecording {
  const startedAt = startOf(measured.track)
  const told = moved.toldAt?.(startedAt)
  const usual = moved.isNameless && defaultTitle(given.sport, startedAt, given.user.timezone)
  const data = {
    ...given.data,
    title: given.data.title || told?.title || usual || null,
    description: given.data.description || told?.description || null,
    ...(told?.isPrivate && PRIVATE),
  }
  return { given: { ...given, data }, measured }
}

const PRIVATE = { workout_visibility: 'private' } as const

const dataOf = (
  { title, description, notes, kept, isPrivate }: MovedWorkout,
  { data }: MoveOptions,
): UploadData => ({
  ...data,
  duplicates: policyOf(data),
  title: title ?? null,
  description: description ?? null,
  notes: notes ?? null,
  ...kept?.levels,
  ...(isPrivate && PRIVATE),
})

/** What stays as it was on the server that the export comes from. */
function keptColumns({ kept }: MovedWorkout) {
  if (!kept) return {}
  const { calories, ...columns } = kept.columns
  return {
    ...{ ...columns, short_id: kept.shortId, creation_date: kept.createdAt },
    ...(calories !== undefined && { calories: wholeCalories(calories ?? undefined) }),
  }
}

/** The same with its segments, whose short ids are kept while nothing else here has them. */
const keptOf = (moved: MovedWorkout) => ({
  columns: keptColumns(moved),
  ...(moved.kept && { segments: moved.kept.segmentIds.map((short_id) => ({ short_id })) }),
})

/** Largest metres, whole numbers and beats per minute; what is beyond them is missing. */
const MOST = { climb: 99_999.999, integer: 2_147_483_647, heartRate: 255 } as const

const isPositive = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value > 0

/** Years of one to four digits, as the form for workouts takes them. */
const isDate = (instant: number | undefined): instant is number =>
  instant !== undefined && instant >= Date.UTC(1, 0) && instant < Date.UTC(9999, 11)

/** The numbers that each workout needs; undefined when one is missing. */
function neededOf({ startedAt, distance, duration }: ToldNumbers) {
  if (!isDate(startedAt) || !isPositive(distance) || !isPositive(duration)) return undefined
  return { startedAt, distance, duration: Math.max(1, Math.round(duration)) }
}

const within = (value: number | undefined, most: number) =>
  value !== undefined && value >= 0 && value <= most ? value : null

const rounded = (value: number | null) => (value === null ? null : Math.round(value))

const wholeCalories = (value: number | undefined) => rounded(within(value, MOST.integer))

/** A workout without recording. @throws 400 when it lacks what such a workout needs. */
async function readNumbers(
  ctx: AppContext,
  moved: MovedWorkout,
  { sport, options }: { sport: SportRow; options: MoveOptions },
): Promise<Found> {
  const needed = neededOf(moved)
  if (!needed) throw badRequest('neither a recording nor date, distance and duration')
  const { startedAt } = needed
  const { user } = options
  const { workout_visibility, ...narrower } = requestedLevels(user, dataOf(moved, options))
  const columns: ToBeJudged['addition']['columns'] = {
    ...manualColumns(needed),
    workout_visibility,
    ...(moved.kept && narrower),
    ascent: within(moved.ascent, MOST.climb),
    descent: within(moved.descent, MOST.climb),
    calories: wholeCalories(moved.calories),
    ave_hr: rounded(within(moved.aveHr, MOST.heartRate)),
    max_hr: rounded(within(moved.maxHr, MOST.heartRate)),
    user_id: user.id,
    sport_id: sport.id,
    title: firstText('title', moved.title, defaultTitle(sport, startedAt, user.timezone)),
    description: firstText('description', moved.description),
    notes: firstText('notes', moved.notes),
    workout_date: startedAt,
    creation_date: ctx.clock.now(),
    ...keptColumns(moved),
  }
  return {
    kind: 'numbers',
    addition: { columns, equipments: [] },
    policy: policyOf(options.data),
    equipments: gearOf(moved, sport, options),
  }
}

/** Moves the workouts of an export, from the given one on. @throws as `importEntries` does */
export async function moveIn(
  ctx: AppContext,
  source: ExportContent,
  {
    taskId,
    from,
    listener,
    ...options
  }: Omit<MoveOptions, 'gear'> & {
    /** The task that keeps the report. */
    taskId: number
    from: number
    listener: BatchListener
  },
): Promise<void> {
  const gear = await openGear(ctx, { user: options.user, taskId })
  await gear.prepare(source.equipments ?? [])
  // The loads of the workouts are made of them.
  if (from === 0 && source.measures)
    await moveMeasures(ctx, { user: options.user, taskId }, source.measures)
  const entries = entriesToMove(ctx, source.workouts.slice(from), { ...options, gear: gear.find })
  await importEntries(ctx, entries, listener)
}

/** Tells what moving an export would do; entries of the export that repeat each other are not found. */
export async function previewMove(
  ctx: AppContext,
  source: ExportContent,
  { tell, ...options }: Omit<MoveOptions, 'gear'> & { tell: (outcome: FileOutcome) => void },
): Promise<void> {
  const entries = entriesToMove(ctx, source.workouts, { ...options, gear: async () => [] })
  await previewEntries(ctx, entries, tell)
}
