import { rm } from 'node:fs/promises'
import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import type { EquipmentView } from '@/db/queries/equipments'
import type { SportRow } from '@/db/queries/sports'
import type { UserRow } from '@/db/queries/users'
import { findTwin, findWorkout, type WorkoutRow } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { badRequest, invalidPayload } from '@/errors'
import { equipmentSuits } from '@/policy/equipment'
import { manualColumns } from '@/use-cases/workouts/manual-numbers'
import { recordedColumns, startOf } from '@/use-cases/workouts/recorded-columns'
import { defaultTitle, firstText } from '@/use-cases/workouts/workout-fields'
import { addWorkout } from '@/use-cases/workouts/write-workout'
import { refusalOf } from './import-each'
import { readWanted } from './import-file'
import { moveComments } from './move-comments'
import { openGear } from './move-gear'
import type { Export, MovedWorkout } from './moved-workout'
import { chooseSport } from './sport-of-recording'
import { type RecordingFile, storeRecording } from './store-recording'
import { type PackedFile, toBeRead } from './unpack'

/** What became of one thing of an export. */
export interface Outcome {
  name: string
  result: 'new' | 'already there' | 'left out' | 'failed'
  /** Why, where it was not simply moved. */
  reason: string
  /** Short id of the workout that is here now. */
  workout: string
}

export interface MoveOptions {
  user: UserRow
  /** Which sports are meant by names, and the one of workouts whose own is unknown here. */
  data: Pick<UploadData, 'sport_names' | 'default_sport_id'>
  /** Reads everything and stores nothing. */
  isDryRun: boolean
  mostBytes: number
  mayGoOn: () => boolean
  told: (outcome: Outcome) => Promise<void>
}

/**
 * Moves what an export holds to an account: workouts that are not here already, with equipment made as needed, then
 * comments. What is wrong with one thing does not stop the others; run again, it goes on where it stopped.
 *
 * @throws what is no fault of the export, such as a full disk; what was moved before stays.
 */
export async function moveIn(ctx: AppContext, source: Export, options: MoveOptions): Promise<void> {
  for (const { name, reason } of source.leftOut)
    await options.told({ name, result: 'left out', reason, workout: '' })
  const gear = await openGear(ctx, options.user, options.isDryRun)
  await gear.prepare(source.equipments)
  for (const workout of source.workouts) {
    if (!options.mayGoOn()) return
    await options.told(await moveWorkout(ctx, workout, { ...options, gearFor: gear.find }))
  }
  if (!options.isDryRun) await moveComments(ctx, options.user, source.comments)
}

interface WorkoutOptions extends MoveOptions {
  gearFor: (labels: readonly string[], sport: SportRow) => Promise<EquipmentView[]>
}

async function moveWorkout(
  ctx: AppContext,
  moved: MovedWorkout,
  options: WorkoutOptions,
): Promise<Outcome> {
  const { name } = moved
  const choice = { userId: options.user.id, data: options.data }
  const { named, sport } = await chooseSport(ctx, choice, moved.sport)
  // A recording may name its sport itself.
  if (!sport && !moved.file) {
    const reason = `unknown sport '${moved.sport ?? ''}': name one with --sport`
    return { name, result: 'failed', reason, workout: '' }
  }
  const present = await findPresent(ctx, moved, options.user)
  if (present) return alreadyThere(name, present)
  try {
    if (moved.file) return await moveRecording(ctx, moved.file, { moved, named, options })
    if (!sport) throw invalidPayload()
    const equipments = await gearOf(moved, sport, options)
    return await moveNumbers(ctx, { moved, sport, equipments, options })
  } catch (error) {
    return { name, result: 'failed', reason: refusalOf(error), workout: '' }
  }
}

/** What was used, as far as it suits the sport. */
async function gearOf({ gear }: MovedWorkout, sport: SportRow, { gearFor }: WorkoutOptions) {
  const items = await gearFor(gear, sport)
  return items.filter((item) => equipmentSuits(item.equipment_type_id, sport.id))
}

const alreadyThere = (name: string, { short_id }: Pick<WorkoutRow, 'short_id'>): Outcome => ({
  name,
  result: 'already there',
  reason: '',
  workout: short_id,
})

const isNew = (name: string, workout?: WorkoutRow): Outcome => ({
  name,
  result: 'new',
  reason: '',
  workout: workout?.short_id ?? '',
})

/** The workout that an entry of the export has become already, or that it repeats. */
async function findPresent(ctx: AppContext, moved: MovedWorkout, user: UserRow) {
  const kept = moved.kept ? await findWorkout(ctx.db, moved.kept.shortId) : undefined
  if (kept?.user_id === user.id) return kept
  const { startedAt, distance } = moved
  if (startedAt === undefined) return undefined
  return findTwin(ctx.db, { userId: user.id, startedAt, distance })
}

interface Given {
  moved: MovedWorkout
  sport: SportRow
  equipments: EquipmentView[]
  options: WorkoutOptions
}

async function moveRecording(
  ctx: AppContext,
  packed: PackedFile,
  { moved, named, options }: Pick<Given, 'moved' | 'options'> & { named: SportRow | undefined },
): Promise<Outcome> {
  const { user, mostBytes } = options
  const { name } = moved
  let file: RecordingFile | undefined
  try {
    file = await toBeRead(ctx, packed, mostBytes)
    const data = { ...options.data, ...uploadData(moved) }
    const wanted = { user, sport: named, data, file }
    const read = await readWanted(ctx, { ...wanted, columns: keptColumns(moved) })
    const { measured } = read
    const twin = await findTwin(ctx.db, {
      userId: user.id,
      startedAt: startOf(measured.track),
      distance: recordedColumns(measured.track).distance,
    })
    if (twin) return alreadyThere(name, twin)
    if (options.isDryRun) return isNew(name)
    const given = { ...read.given, equipments: await gearOf(moved, read.given.sport, options) }
    return isNew(name, await storeRecording(ctx, given, measured))
  } finally {
    if (file) await rm(file.path, { force: true })
  }
}

const uploadData = ({ title, description, notes, kept }: MovedWorkout): UploadData => ({
  title: title ?? null,
  description: description ?? null,
  notes: notes ?? null,
  ...kept?.levels,
})

/** What stays as it was on the server that the export comes from. */
const keptColumns = ({ kept }: MovedWorkout) =>
  kept ? { short_id: kept.shortId, creation_date: kept.createdAt } : {}

/** A workout without recording. @throws 400 when it lacks what such a workout needs. */
async function moveNumbers(
  ctx: AppContext,
  { moved, sport, equipments, options }: Given,
): Promise<Outcome> {
  const { user } = options
  const { name, startedAt, distance, duration } = moved
  if (startedAt === undefined || !distance || !duration)
    throw badRequest('neither a recording nor date, distance and duration')
  const columns = {
    ...manualColumns({ distance, duration }),
    ascent: moved.ascent ?? null,
    descent: moved.descent ?? null,
    calories: moved.calories ?? null,
    user_id: user.id,
    sport_id: sport.id,
    title: firstText('title', moved.title, defaultTitle(sport, startedAt, user.timezone)),
    description: firstText('description', moved.description),
    notes: firstText('notes', moved.notes),
    workout_date: startedAt,
    creation_date: ctx.clock.now(),
    workout_visibility: moved.kept?.levels.workout_visibility ?? user.workouts_visibility,
    ...keptColumns(moved),
  }
  if (options.isDryRun) return isNew(name)
  return isNew(name, await transact(ctx, (tx) => addWorkout(tx, { columns, equipments })))
}
