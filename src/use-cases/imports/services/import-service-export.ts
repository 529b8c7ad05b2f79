import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import { AppError, badRequest, invalidPayload } from '@/lib/errors'
import { decodeShortId } from '@/lib/text/short-id'
import type { AppContext } from '@/services/context'
import type { Priority } from '@/services/workers/jobs'
import type { UserRow } from '@/store/db/queries/accounts/users'
import type { SportRow } from '@/store/db/queries/catalogue/sports'
import { findTwin } from '@/store/db/queries/workouts/workout-duplicates'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { toSqlBool } from '@/store/db/schema/columns'
import { chooseSport } from '@/use-cases/imports/receive/choose-sport'
import { type BatchListener, importEntries } from '@/use-cases/imports/receive/import-recordings'
import {
  prepareWorkout,
  requestedLevels,
  type UploadedWorkout,
} from '@/use-cases/imports/receive/prepare-workout'
import type {
  Entry,
  EntryContent,
  EntryEquipment,
  SuitableEquipment,
} from '@/use-cases/imports/receive/read-ahead'
import { type PackedUpload, prepareForReading } from '@/use-cases/imports/receive/unpack'
import type { DuplicatePolicy, UploadData } from '@/use-cases/imports/receive/upload-data'
import {
  existing,
  existingSummary,
  type FileOutcome,
  findSummarized,
  type StoreResult,
} from '@/use-cases/imports/store/store-workouts'
import { manualColumns } from '@/use-cases/workouts/write/manual-numbers'
import { defaultTitle, firstText } from '@/use-cases/workouts/write/workout-fields'
import type { NewWorkout } from '@/use-cases/workouts/write/write-workout'
import { type Gear, openGear, previewGear } from './import-equipment'
import { type AddPhotos, openPhotoImport } from './import-photos'
import type {
  DeclaredExtras,
  DeclaredNumbers,
  ExportContent,
  ImportedEntry,
  ImportedWorkout,
} from './imported-workout'
import { previewEntries } from './preview-entries'

/** Options for importing the export of a service. */
export interface ExportOptions {
  user: UserRow
  /** Options for all entries: sports for names, visibility, and the duplicate policy. */
  data: UploadData
  /** Maximum size of a recording, in bytes. */
  maxBytes: number
  /** Priority for reading recordings. */
  priority: Priority
  /** Finds equipment by label. */
  gear: Gear['find']
  addPhotos: AddPhotos
}

/** By default, existing workouts are skipped, so that an import can be repeated. */
const DEFAULT_POLICY: DuplicatePolicy = 'skip'

/** Returns the workouts of an export as entries to import. */
const listEntries = (
  ctx: AppContext,
  workouts: readonly ImportedEntry[],
  options: ExportOptions,
): Entry[] =>
  workouts.map((entry) => ({
    name: entry.name,
    packedSize: entry.packedSize,
    read: async (unpacked) =>
      options.addPhotos(entry, await readExportEntry(ctx, entry, { options, unpacked })),
  }))

const SPORT_HINT =
  'say what is meant (--sport-name, sport_names) or give a default (--sport, default_sport_id)'

interface EntryOptions {
  options: ExportOptions
  unpacked: (path: string) => void
}

/** Reads one entry of an export. @throws 400, TrackError or ExportError when it cannot be imported */
async function readExportEntry(
  ctx: AppContext,
  entry: ImportedEntry,
  moving: EntryOptions,
): Promise<EntryContent> {
  const { options } = moving
  const content = await entry.load()
  if ('leftOut' in content) return { kind: 'left out', reason: content.leftOut }
  const moved = withValidId(content)
  const choice = { userId: options.user.id, data: options.data }
  const { named, sport } = await chooseSport(ctx, choice, moved.sport)
  // The recording may contain the sport.
  if (!sport && !moved.file) throw badRequest(`unknown sport '${moved.sport ?? ''}': ${SPORT_HINT}`)
  const stored = await findStored(ctx, moved, options)
  if (stored) return { kind: 'present', stored }
  if (moved.file) return readRecorded(ctx, { ...moved, file: moved.file }, { named, ...moving })
  if (!sport) throw invalidPayload()
  return readNumbers(await withNumbers(moved), { sport, options })
}

/** Drops short ids that are not valid. */
function withValidId({ preserved, ...moved }: ImportedWorkout): ImportedWorkout {
  return preserved && decodeShortId(preserved.shortId) !== undefined
    ? { ...moved, preserved }
    : moved
}

/** Finds the equipment used in the workouts of an entry, which have these sports, when they are stored. */
const findGear =
  (
    { gear = [] }: Pick<ImportedWorkout, 'gear'>,
    sports: readonly SportRow[],
    options: ExportOptions,
  ) =>
  async (): Promise<EntryEquipment> => {
    const found: SuitableEquipment[] = []
    for (const sport of sports) found.push(await options.gear(gear, sport))
    const [first] = found
    return {
      items: found.map(({ items }) => items),
      unsuitable: (first?.unsuitable ?? []).filter((label) =>
        found.every(({ unsuitable }) => unsuitable.includes(label)),
      ),
    }
  }

/** Finds a workout that was imported from this entry before, or that the entry duplicates. */
async function findStored(
  ctx: AppContext,
  moved: ImportedWorkout,
  { user, data }: ExportOptions,
): Promise<StoreResult | undefined> {
  const same = moved.preserved ? await findWorkout(ctx.db, moved.preserved.shortId) : undefined
  if (same?.user_id === user.id) return existing(same)
  const { startedAt, distance, summary } = moved
  if (startedAt === undefined) return undefined
  const wanted = { userId: user.id, startedAt, distance }
  if (summary) {
    const summarized = await findSummarized(ctx, wanted, summary)
    return summarized && existingSummary(summarized)
  }
  const stored = policyOf(data) === 'skip' ? await findTwin(ctx.db, wanted) : undefined
  return stored && existing(stored)
}

const policyOf = ({ duplicates = DEFAULT_POLICY }: UploadData) => duplicates

async function readRecorded(
  ctx: AppContext,
  moved: ImportedWorkout & { file: PackedUpload },
  { named, options, unpacked }: EntryOptions & { named: SportRow | undefined },
): Promise<EntryContent> {
  const { user, maxBytes, priority } = options
  try {
    const upload = await prepareForReading(ctx, moved.file, maxBytes)
    unpacked(upload.path)
    const data = dataOf(moved, options)
    const wanted = { user, sport: named, data, priority, ...preservedValues(moved) }
    const uploaded = await prepareWorkout(ctx, upload, wanted)
    const declared = moved.declaredAt?.(uploaded.workout.columns.workout_date)
    const gear = { gear: [...(moved.gear ?? []), ...(declared?.gear ?? [])] }
    const sports = [uploaded, ...(uploaded.further ?? [])].map(({ sport }) => sport)
    const equipments = findGear(gear, sports, options)
    const workout = addDeclaredTexts({ ...moved, declared }, uploaded, options)
    return { kind: 'new', ...workout, equipments }
  } catch (error) {
    if (!hasNoTrack(error)) throw error
    if (moved.isAnyFile && !moved.withoutTrack)
      return { kind: 'left out', reason: 'no recording of a workout' }
    const numbers = await withNumbers(moved)
    const { sport } = await chooseSport(ctx, { userId: user.id, data: options.data }, numbers.sport)
    if (!sport || !requiredValues(numbers)) throw error
    return readNumbers(numbers, { sport, options })
  }
}

/** Errors of valid files that contain something other than a workout, or neither positions nor values. */
const NO_TRACK: ReadonlySet<TrackErrorKind> = new Set([
  ...(['fitNoGps', 'noSegments', 'gpxNoTracks'] as const),
  ...(['tcxNoTracks', 'tcxNoCoordinates', 'tcxNoActivities'] as const),
])

/** Whether a recording was rejected because it contains no workout. */
function hasNoTrack(error: unknown): boolean {
  const reason = error instanceof AppError ? error.cause : error
  return reason instanceof TrackError && NO_TRACK.has(reason.kind)
}

async function withNumbers(moved: ImportedWorkout): Promise<ImportedWorkout> {
  const { withoutTrack } = moved
  return {
    ...moved,
    ...(typeof withoutTrack === 'function' ? await withoutTrack() : withoutTrack),
  }
}

/**
 * Adds the texts and visibility that the export has for the start time of a recording, and the default title if the
 * name in the recording is not meaningful. All legs get the title and the visibility.
 */
function addDeclaredTexts(
  moved: ImportedWorkout & { declared: DeclaredExtras | undefined },
  { further = [], ...first }: UploadedWorkout,
  options: ExportOptions,
): UploadedWorkout {
  const { description: _, declared, ...others } = moved
  const ofLegs = { ...others, declared: declared && { ...declared, description: undefined } }
  return {
    ...addTexts(moved, first, options),
    ...(further.length > 0 && { further: further.map((leg) => addTexts(ofLegs, leg, options)) }),
  }
}

function addTexts(
  { declared, ...moved }: ImportedWorkout & { declared: DeclaredExtras | undefined },
  uploaded: UploadedWorkout,
  options: ExportOptions,
): UploadedWorkout {
  const { sport, workout } = uploaded
  const { columns } = workout
  const { user } = options
  const usual = moved.isNameless && defaultTitle(sport, columns.workout_date, user.timezone)
  const data = { ...dataOf(moved, options), ...(declared?.isPrivate && PRIVATE) }
  const { description } = columns
  const texts = {
    title: firstText('title', data.title, declared?.title, usual || null, columns.title),
    description: firstText('description', data.description, declared?.description, description),
    ...requestedLevels(user, data),
  }
  return { ...uploaded, workout: { ...workout, columns: { ...columns, ...texts } } }
}

const PRIVATE = { workout_visibility: 'private' } as const

const dataOf = (
  { title, description, notes, preserved, isPrivate }: ImportedWorkout,
  { data }: ExportOptions,
): UploadData => ({
  ...data,
  duplicates: policyOf(data),
  title: title ?? null,
  description: description ?? null,
  notes: notes ?? null,
  ...preserved?.levels,
  ...(isPrivate && PRIVATE),
})

/** Returns columns that are taken over from the source server. */
function preservedColumns({ preserved }: ImportedWorkout) {
  if (!preserved) return {}
  const { calories, ...columns } = preserved.columns
  return {
    ...{ ...columns, short_id: preserved.shortId, creation_date: preserved.createdAt },
    ...(calories !== undefined && { calories: wholeCalories(calories ?? undefined) }),
    event_id: preserved.eventId ?? null,
    split_id: preserved.splitId ?? null,
    is_excluded: toSqlBool(preserved.isExcluded === true),
  }
}

/** Returns these columns and the segments, whose short ids are taken over unless they are in use. */
const preservedValues = (moved: ImportedWorkout) => ({
  columns: preservedColumns(moved),
  ...(moved.preserved && {
    segments: moved.preserved.segmentIds.map((short_id) => ({ short_id })),
    leg: moved.preserved.leg ?? null,
    edits: moved.preserved.edits,
    excludedEfforts: moved.preserved.excludedEfforts ?? [],
  }),
})

/** Maximum values for metres, integers, beats per minute and watts; larger ones are treated as missing. */
const MAX_VALUES = { climb: 99_999.999, integer: 2_147_483_647, heartRate: 255, power: 9999 }

const isPositive = (value: number | undefined): value is number =>
  value !== undefined && Number.isFinite(value) && value > 0

/** Accepts years of one to four digits, as the form for workouts does. */
const isDate = (instant: number | undefined): instant is number =>
  instant !== undefined && instant >= Date.UTC(1, 0) && instant < Date.UTC(9999, 11)

/** Returns the values that every workout requires; undefined when one is missing. Sports in a hall have no distance. */
function requiredValues({ startedAt, distance, duration, moving }: DeclaredNumbers) {
  if (!isDate(startedAt) || !isPositive(duration)) return undefined
  const seconds = wholeSeconds(duration)
  return {
    startedAt,
    distance: isPositive(distance) ? distance : 0,
    duration: seconds,
    moving: isPositive(moving) ? Math.min(seconds, wholeSeconds(moving)) : seconds,
  }
}

const wholeSeconds = (seconds: number) => Math.max(1, Math.round(seconds))

const within = (value: number | undefined, max: number) =>
  value !== undefined && value >= 0 && value <= max ? value : null

const rounded = (value: number | null) => (value === null ? null : Math.round(value))

const wholeCalories = (value: number | undefined) => rounded(within(value, MAX_VALUES.integer))

/** Builds a workout without recording from declared values. @throws 400 when required values are missing. */
function readNumbers(
  moved: ImportedWorkout,
  { sport, options }: { sport: SportRow; options: ExportOptions },
): EntryContent {
  const needed = requiredValues(moved)
  if (!needed) throw badRequest('neither a recording nor date, distance and duration')
  const { startedAt } = needed
  const { user } = options
  const levels = requestedLevels(user, dataOf(moved, options))
  const { workout_visibility, media_visibility, ...narrower } = levels
  const columns: NewWorkout['columns'] = {
    ...declaredColumns(needed),
    ...{ workout_visibility, media_visibility },
    ...(moved.preserved && narrower),
    ascent: within(moved.ascent, MAX_VALUES.climb),
    descent: within(moved.descent, MAX_VALUES.climb),
    calories: wholeCalories(moved.calories),
    ave_hr: rounded(within(moved.aveHr, MAX_VALUES.heartRate)),
    max_hr: rounded(within(moved.maxHr, MAX_VALUES.heartRate)),
    ave_power: rounded(within(moved.avePower, MAX_VALUES.power)),
    max_power: rounded(within(moved.maxPower, MAX_VALUES.power)),
    user_id: user.id,
    sport_id: sport.id,
    title: firstText('title', moved.title, defaultTitle(sport, startedAt, user.timezone)),
    description: firstText('description', moved.description),
    notes: firstText('notes', moved.notes),
    workout_date: startedAt,
    ...preservedColumns(moved),
  }
  return {
    kind: 'new',
    workout: { columns, equipments: [] },
    policy: policyOf(options.data),
    ...(moved.summary && { summary: moved.summary }),
    equipments: findGear(moved, [sport], options),
  }
}

/** Returns the columns of declared values: speeds from the time in motion, and no speeds without a distance. */
function declaredColumns({ distance, duration, moving }: NonNullable<RequiredValues>) {
  if (distance > 0) return { ...manualColumns({ distance, duration: moving }), duration, moving }
  const none = { ave_speed: null, max_speed: null, ave_pace: null, best_pace: null }
  return { ...none, distance, duration, moving, pauses: 0 }
}

type RequiredValues = ReturnType<typeof requiredValues>

/**
 * Imports the workouts of an export, beginning with index `from`; `importAccount` must have imported the rest of it.
 *
 * @throws as `importEntries`
 */
export async function importExport(
  ctx: AppContext,
  source: ExportContent,
  {
    taskId,
    from,
    listener,
    ...options
  }: Omit<ExportOptions, 'gear' | 'addPhotos'> & {
    /** The task whose report is updated. */
    taskId: number
    from: number
    listener: BatchListener
  },
): Promise<void> {
  const gear = await openGear(ctx, { user: options.user, taskId })
  const addPhotos = openPhotoImport(ctx, { user: options.user, taskId })
  const finders = { gear: gear.find, addPhotos }
  const entries = listEntries(ctx, source.workouts.slice(from), { ...options, ...finders })
  await importEntries(ctx, entries, listener)
}

/**
 * Reports what an import would do, without storing anything. Does not detect entries of the export that duplicate each
 * other.
 */
export async function previewImport(
  ctx: AppContext,
  source: ExportContent,
  {
    onOutcome,
    ...options
  }: Omit<ExportOptions, 'gear' | 'addPhotos'> & { onOutcome: (outcome: FileOutcome) => void },
): Promise<void> {
  const gear = await previewGear(ctx, options.user, source.equipments ?? [])
  const addPhotos: AddPhotos = async (_, content) => content
  const entries = listEntries(ctx, source.workouts, { ...options, gear, addPhotos })
  await previewEntries(ctx, entries, onOutcome)
}
