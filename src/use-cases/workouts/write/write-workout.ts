import { setImmediate } from 'node:timers/promises'
import type { SegmentAnalysis } from '@/domain/analysis/analyse-segments'
import { isSwimming } from '@/domain/reference/swimming'
import { notFoundInList } from '@/lib/errors'
import { equipmentSuits } from '@/policy/equipment'
import { isMapNarrowed } from '@/policy/workout'
import type { AppContext } from '@/services/context'
import type { Recording } from '@/services/workers/recording'
import type { InTransaction } from '@/store/db/connections/transact'
import { hasPrivacySettings } from '@/store/db/queries/accounts/privacy-zones'
import {
  attachEquipments,
  detachEquipments,
  type EquipmentView,
  loadWorkoutEquipments,
} from '@/store/db/queries/catalogue/equipments'
import { addSportToList } from '@/store/db/queries/catalogue/sports'
import { loadRecordIds } from '@/store/db/queries/records/records'
import { listSegmentsWithEfforts } from '@/store/db/queries/segments/segment-efforts'
import type { PreviousRecording } from '@/store/db/queries/tasks/previous-recordings'
import {
  deleteLaps,
  deleteStreams,
  insertLaps,
  insertStreams,
  listSegmentSizes,
} from '@/store/db/queries/workouts/device-data'
import {
  type EffortTarget,
  insertExcludedEfforts,
} from '@/store/db/queries/workouts/excluded-efforts'
import type { NewSegment } from '@/store/db/queries/workouts/segments'
import { deleteOpenDuplicates } from '@/store/db/queries/workouts/workout-duplicates'
import { subtractFromLoadSums } from '@/store/db/queries/workouts/workout-loads'
import { addToSums, subtractFromSums } from '@/store/db/queries/workouts/workout-totals'
import {
  deleteWorkout,
  findWorkoutById,
  insertWorkout,
  type NewWorkoutRow,
  renewMapIds,
  setMapFile,
  updateWorkout,
  type WorkoutChanges,
  type WorkoutRow,
} from '@/store/db/queries/workouts/workouts'
import { toSqlBool } from '@/store/db/schema/columns'
import { rebuildRecords } from '@/use-cases/records/rebuild-records'
import {
  addTiles,
  moveTiles,
  requestRecountIfFirst,
  TILE_COLUMNS,
} from '@/use-cases/workouts/explorer/count-tiles'
import {
  insertAnalysed,
  updateAnalysed,
  updateSportAndDate,
} from '@/use-cases/workouts/measure/write-analysis'
import { recomputeLoad, storeLoad } from '@/use-cases/workouts/measure/write-load'
import {
  queueMatching,
  refreshBestsOn,
  updateMatching,
} from '@/use-cases/workouts/segments/queue-matching'
import { leaveCourse } from './leave-course'
import { listAdditionalFiles } from './list-additional-files'
import { haveSameSizes } from './new-segments'
import { recordDuplicates } from './record-duplicates'
import { requireWithinQuota } from './require-within-quota'
import { insertRecording, replaceRecording } from './write-recording'

/*
 * The only module that writes workouts. In the same transaction, each function also updates what is derived from them:
 * segments, explorer tiles, efforts on ranked segments, equipment totals, records and totals by period. No other module may insert, change or delete
 * a workout or attach equipment.
 */

type Tx = InTransaction<Pick<AppContext, 'db' | 'ids' | 'clock' | 'files' | 'config'>>

/** A workout to store: its columns, its equipment and, if there is one, its measured recording. */
export interface NewWorkout {
  /** By default, the short id is generated and the creation date is now. */
  columns: Omit<NewWorkoutRow, 'short_id' | 'creation_date'> &
    Partial<Pick<NewWorkoutRow, 'short_id' | 'creation_date'>>
  equipments: readonly Pick<EquipmentView, 'id'>[]
  recording?: Recording
  /** Columns of its segments that override measured values, in the order of the recording. */
  segments?: readonly Partial<NewSegment['row']>[]
  /** Efforts that are excluded from rankings. */
  excludedEfforts?: readonly EffortTarget[]
}

/** Inserts a workout. */
export async function addWorkout(tx: Tx, added: NewWorkout): Promise<WorkoutRow> {
  const workout = await insertNew(tx, added)
  await rebuildRecords(tx, { userId: workout.user_id, sportId: workout.sport_id })
  return workout
}

/** Inserts a user's workouts. Yields to the event loop after each one so that reads are not blocked. */
export async function addWorkouts(tx: Tx, added: readonly NewWorkout[]): Promise<WorkoutRow[]> {
  const workouts: WorkoutRow[] = []
  for (const each of added) {
    workouts.push(await insertNew(tx, each))
    await setImmediate()
  }
  const sports = new Map(
    workouts.map(({ sport_id: sportId, user_id: userId }) => [sportId, userId]),
  )
  for (const [sportId, userId] of sports) await rebuildRecords(tx, { userId, sportId })
  return workouts
}

/** Links workouts as legs of one event: that of a leg which belongs to one already, or a new one. */
export async function linkLegs(tx: Tx, legs: readonly WorkoutRow[]): Promise<WorkoutRow[]> {
  const known = legs.find(({ event_id }) => event_id !== null)?.event_id
  const event_id = known ?? tx.ids.shortId()
  const linked: WorkoutRow[] = []
  for (const leg of legs)
    linked.push(leg.event_id === null ? await updateWorkout(tx.db, leg.id, { event_id }) : leg)
  return linked
}

async function insertNew(
  tx: Tx,
  { columns, equipments, recording, segments, excludedEfforts = [] }: NewWorkout,
): Promise<WorkoutRow> {
  await requireWithinQuota(tx, columns.user_id)
  const defaults = { short_id: tx.ids.shortId(), creation_date: tx.clock.now() }
  const map = await ownMapId(tx, columns.user_id, columns)
  const workout = await insertWorkout(tx.db, { ...defaults, ...columns, ...map })
  await addSportToList(tx.db, workout.sport_id)
  insertExcludedEfforts(tx.db, workout.id, excludedEfforts)
  if (recording) {
    await insertRecording(tx, workout, recording, segments)
    await addTiles(tx.db, workout, recording.tiles)
    await queueMatching(tx.db, workout)
    if (recording.analysed) await insertAnalysed(tx.db, workout, recording.analysed)
  } else await storeLoad(tx.db, workout, undefined)
  await attachEquipments(tx.db, workout, idsOf(equipments))
  await addToSums(tx.db, workout.id)
  await recordDuplicates(tx.db, workout)
  return workout
}

/** Stores the hash of a workout's original, unless it has been replaced. */
export async function storeHash(tx: Tx, { id, original_file }: WorkoutRow, hash: string) {
  const workout = await findWorkoutById(tx.db, id)
  if (workout?.original_file !== original_file) return
  await recordDuplicates(tx.db, await updateWorkout(tx.db, id, { original_hash: hash }))
}

/** Columns that duplicates are detected by. */
const DUPLICATE_COLUMNS = ['workout_date', 'distance', 'original_hash'] as const

/** Changes to apply to a workout. */
export interface Change {
  columns: WorkoutChanges
  /** Its recording, measured again; null deletes the recording. */
  recording?: Recording | null | undefined
  /** A previous recording to restore, instead of `recording`. */
  stored?: Pick<PreviousRecording, 'segments' | 'laps'>
  /** Replaces the attached equipment. By default, only equipment that does not suit a new sport is detached. */
  equipments?: readonly EquipmentView[] | undefined
  /** Whether the original is not deleted when it is replaced, because it becomes an additional file. */
  keepsOriginal?: boolean
}

/**
 * Changes a workout. Files that it no longer references are deleted after the commit.
 *
 * @throws 404 when it has been deleted.
 */
export async function changeWorkout(
  tx: Tx,
  id: number,
  { columns, recording, stored, equipments, keepsOriginal }: Change,
): Promise<WorkoutRow> {
  const former = await findWorkoutById(tx.db, id)
  if (!former) throw notFoundInList('workouts')
  await subtractFromSums(tx.db, id)
  await subtractFromLoadSums(tx.db, id)
  const isRecordingReplaced = recording !== undefined || stored !== undefined
  const changes = isRecordingReplaced
    ? { modification_date: tx.clock.now(), ...columns, is_routed: toSqlBool(false) }
    : columns
  const workout = await updateColumns(tx, former, changes)
  await addToSums(tx.db, id)
  if (isRecordingReplaced) await replaceRecording(tx, { former, workout }, { recording, stored })
  else {
    await updateSportAndDate(tx.db, former, workout)
    if (!isSame(former, workout, TILE_COLUMNS)) await moveTiles(tx.db, { former, workout })
  }
  await updateMatching(tx.db, { former, workout, isRecordingReplaced })
  if (equipments || !isSame(former, workout, TOTALS_COLUMNS))
    await updateEquipments(tx, { former, workout, equipments })
  if (recording || stored || !isSame(former, workout, RECORDS_COLUMNS))
    for (const sportId of new Set([former.sport_id, workout.sport_id]))
      await rebuildRecords(tx, { userId: workout.user_id, sportId })
  if (!isSame(former, workout, DUPLICATE_COLUMNS)) {
    await deleteOpenDuplicates(tx.db, id)
    await recordDuplicates(tx.db, workout)
  }
  removeFilesAfterCommit(tx, keepsOriginal ? { ...former, original_file: null } : former, workout)
  return workout
}

/** Updates columns, and the modification date if they differ. A map whose visibility is narrowed gets a new id. */
async function updateColumns(tx: Tx, former: WorkoutRow, columns: WorkoutChanges) {
  const names = Object.keys(columns) as (keyof WorkoutChanges)[]
  const isModified = names.some((name) => columns[name] !== (former as WorkoutChanges)[name])
  const map = await ownMapId(tx, former.user_id, columns)
  const changes = { ...(isModified && { modification_date: tx.clock.now() }), ...columns, ...map }
  const workout = await updateWorkout(tx.db, former.id, changes)
  if (workout.sport_id !== former.sport_id) await addSportToList(tx.db, workout.sport_id)
  if (former.map_id === null || !isMapNarrowed(former, workout)) return workout
  await renewMapIds(tx.db, former.map_id)
  return (await findWorkoutById(tx.db, former.id)) ?? workout
}

/**
 * Returns a random map id instead of the one computed from the track, for a user who hides parts of tracks: the image of
 * another user's recording of the same track would show them.
 */
const ownMapId = async (
  tx: Tx,
  userId: number,
  { map_id: mapId }: Pick<WorkoutChanges, 'map_id'>,
): Promise<{ map_id?: string }> =>
  mapId && (await hasPrivacySettings(tx.db, userId)) ? { map_id: tx.ids.hex(16) } : {}

/**
 * Stores the path of a workout's map image; the previous image is deleted after the commit. Returns false when the
 * workout was deleted or its map id has changed, so that the new image is not needed.
 */
export async function replaceMapImage(
  tx: Tx,
  image: { workoutId: number; mapId: string; file: string },
): Promise<boolean> {
  const former = (await findWorkoutById(tx.db, image.workoutId))?.map_file ?? null
  const isStored = await setMapFile(tx.db, image)
  if (isStored && former !== null) tx.afterCommit(() => tx.files.remove(former))
  return isStored
}

/**
 * Deletes a workout. Its files are deleted after the commit, except its original if `keepsOriginal` is set. Records
 * that pass to other workouts get new ids, unless `keepsRecordIds` is set to undo an import completely.
 */
export async function deleteWorkoutAndFiles(
  tx: Tx,
  workout: WorkoutRow,
  { keepsOriginal = false, keepsRecordIds = false } = {},
): Promise<void> {
  const key = { userId: workout.user_id, sportId: workout.sport_id }
  const additionalFiles = await listAdditionalFiles(tx.db, workout.id)
  const recordIds = keepsRecordIds ? await loadRecordIds(tx.db, key) : undefined
  await detachEquipments(tx.db, workout)
  await subtractFromSums(tx.db, workout.id)
  await leaveCourse(tx, workout.id)
  await subtractFromLoadSums(tx.db, workout.id)
  await requestRecountIfFirst(tx.db, workout)
  const segments = await listSegmentsWithEfforts(tx.db, workout.id)
  await deleteWorkout(tx.db, workout.id)
  await refreshBestsOn(tx.db, segments, workout.user_id)
  await rebuildRecords(tx, key, recordIds)
  for (const path of additionalFiles) tx.afterCommit(() => tx.files.remove(path))
  removeFilesAfterCommit(tx, keepsOriginal ? { ...workout, original_file: null } : workout)
}

/** Columns that equipment totals depend on, and the sport, which equipment must suit. */
const TOTALS_COLUMNS = ['sport_id', 'distance', 'duration', 'moving'] as const
/** Columns that records depend on. */
const RECORDS_COLUMNS = [
  ...TOTALS_COLUMNS,
  ...(['workout_date', 'ave_speed', 'max_speed', 'ascent'] as const),
  ...(['ave_pace', 'best_pace', 'is_excluded'] as const),
]

const isSame = (one: WorkoutRow, other: WorkoutRow, columns: readonly (keyof WorkoutRow)[]) =>
  columns.every((column) => one[column] === other[column])

/**
 * Subtracts the previous values from the totals of the previous equipment and adds the new ones to the new equipment.
 */
async function updateEquipments(
  tx: Tx,
  {
    former,
    workout,
    equipments,
  }: { former: WorkoutRow; workout: WorkoutRow; equipments: Change['equipments'] },
): Promise<void> {
  const attached = (await loadWorkoutEquipments(tx.db, [former.id])).get(former.id) ?? []
  const isSameSport = workout.sport_id === former.sport_id
  const remaining = attached.filter(
    (item) => isSameSport || equipmentSuits(item.equipment_type_id, workout.sport_id),
  )
  await detachEquipments(tx.db, former)
  await attachEquipments(tx.db, workout, idsOf(equipments ?? remaining))
}

const idsOf = (equipments: readonly Pick<EquipmentView, 'id'>[]) => equipments.map(({ id }) => id)

function removeFilesAfterCommit(tx: Tx, former: WorkoutRow, workout?: WorkoutRow): void {
  for (const column of ['original_file', 'map_file'] as const) {
    const file = former[column]
    if (file !== null && file !== workout?.[column]) tx.afterCommit(() => tx.files.remove(file))
  }
}

/**
 * Stores laps and further columns of a workout whose recording was stored without them. The columns are stored only if
 * the segments have the same sizes as in the recording.
 */
export async function addDeviceData(
  tx: Tx,
  workoutId: number,
  { laps, segments }: Pick<Recording, 'laps' | 'segments'>,
): Promise<void> {
  const workout = await findWorkoutById(tx.db, workoutId)
  if (!workout || workout.is_device_read) return
  const stored = await listSegmentSizes(tx.db, workoutId)
  await deleteLaps(tx.db, workoutId)
  if (laps !== null) insertLaps(tx.db, workoutId, laps)
  if (haveSameSizes(stored, segments)) {
    await deleteStreams(tx.db, workoutId)
    for (const [index, { id }] of stored.entries()) {
      const streams = segments[index]?.streams
      if (streams) insertStreams(tx.db, id, streams)
    }
  }
  await updateWorkout(tx.db, workoutId, { is_device_read: toSqlBool(true) })
  // The training load of a swim depends on its lengths.
  if (laps !== null && isSwimming(workout.sport_id)) await recomputeLoad(tx.db, workout)
}

/**
 * Assigns a workout to a course, or to none. Returns false when it was changed since `modification_date`, and must be
 * processed again, or when another process has assigned it.
 */
export async function assignToCourse(
  tx: Tx,
  { id, modification_date }: Pick<WorkoutRow, 'id' | 'modification_date'>,
  place: (workout: WorkoutRow) => Promise<void> | void,
): Promise<boolean> {
  const workout = await findWorkoutById(tx.db, id)
  if (workout?.modification_date !== modification_date || workout.is_routed === 1) return false
  await place(workout)
  await updateWorkout(tx.db, id, { is_routed: toSqlBool(true) })
  return true
}

/** Replaces the results of an analysis. */
export async function replaceAnalysed(
  tx: Tx,
  workoutId: number,
  analysed: SegmentAnalysis,
): Promise<void> {
  const workout = await findWorkoutById(tx.db, workoutId)
  if (!workout) return
  await updateAnalysed(tx.db, workout, analysed)
  if (workout.is_analysed === 0)
    await updateWorkout(tx.db, workoutId, { is_analysed: toSqlBool(true) })
}

/** Has the background analysis process a workout again. Its results stay until then. */
export const requestAnalysis = (tx: Tx, id: number) =>
  updateWorkout(tx.db, id, { is_analysed: toSqlBool(false) })

/** Stores the start and bounds of a workout as recomputed from its points. No other values depend on them. */
export const repairPosition = (
  db: Tx['db'],
  id: number,
  columns: Pick<
    WorkoutChanges,
    'start_lat' | 'start_lon' | 'min_lat' | 'min_lon' | 'max_lat' | 'max_lon'
  >,
) => updateWorkout(db, id, columns)
