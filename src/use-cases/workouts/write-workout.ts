import { setImmediate } from 'node:timers/promises'
import type { Analysed } from '@/analysis/analysed'
import type { AppContext } from '@/context'
import { toSqlBool } from '@/db/columns'
import {
  deleteLaps,
  deleteStreams,
  insertLaps,
  insertStreams,
  listSegmentSizes,
} from '@/db/queries/device-data'
import {
  attachEquipments,
  detachEquipments,
  type EquipmentView,
  loadWorkoutEquipments,
} from '@/db/queries/equipments'
import type { FormerRecording } from '@/db/queries/former-recordings'
import { deleteKeptAnswersOf } from '@/db/queries/kept-answers'
import { loadRecordIds } from '@/db/queries/records'
import { deleteSegments, insertSegments, type NewSegment } from '@/db/queries/segments'
import {
  deleteOpenDuplicates,
  findTwins,
  insertDuplicates,
  listKeptOriginals,
} from '@/db/queries/workout-duplicates'
import { addToLoadSums, takeFromLoadSums } from '@/db/queries/workout-loads'
import { addToSums, takeFromSums } from '@/db/queries/workout-sums'
import {
  deleteWorkout,
  findWorkoutById,
  insertWorkout,
  type NewWorkout,
  renewMapIds,
  setMapFile,
  updateWorkout,
  type WorkoutChanges,
  type WorkoutRow,
} from '@/db/queries/workouts'
import type { InTransaction } from '@/db/transact'
import { notFoundInList } from '@/errors'
import { equipmentSuits } from '@/policy/equipment'
import { effectiveLevels, stricter } from '@/policy/visibility'
import { isSwimming } from '@/reference/swimming'
import { rebuildRecords } from '@/use-cases/records/rebuild-records'
import type { MeasuredTrack } from '@/workers/track-job'
import { analyseStored } from './analyse-stored'
import { leaveRoute } from './leave-route'
import { metricColumns, startOf } from './recorded-columns'
import { deleteAnalysed, insertAnalysed, moveAnalysed, updateAnalysed } from './write-analysed'
import { renewLoad, storeLoad } from './write-load'

/*
 * The one place that writes workouts. Each function also brings up to date, in the same transaction, what is derived
 * from them: segments, equipment totals, records and sums. Nothing else may insert, change or delete a workout or
 * attach equipment.
 */

type Tx = InTransaction<Pick<AppContext, 'db' | 'ids' | 'clock' | 'files'>>

/** A workout to be stored: its columns, its equipment, and the recording that was measured, if there is one. */
export interface Addition {
  /** A short id is made where none is given. */
  columns: Omit<NewWorkout, 'short_id'> & { short_id?: string }
  equipments: readonly Pick<EquipmentView, 'id'>[]
  track?: MeasuredTrack
  /** Columns of its segments that are known besides, in the order of the recording, and win. */
  segments?: readonly Partial<NewSegment['row']>[]
}

/** Stores a new workout. */
export async function addWorkout(tx: Tx, addition: Addition): Promise<WorkoutRow> {
  const workout = await insertAddition(tx, addition)
  await rebuildRecords(tx, { userId: workout.user_id, sportId: workout.sport_id })
  return workout
}

/** Stores new workouts of one user; who only reads goes on after each of them. */
export async function addWorkouts(tx: Tx, additions: readonly Addition[]): Promise<WorkoutRow[]> {
  const workouts: WorkoutRow[] = []
  for (const addition of additions) {
    workouts.push(await insertAddition(tx, addition))
    await setImmediate()
  }
  const sports = new Map(
    workouts.map(({ sport_id: sportId, user_id: userId }) => [sportId, userId]),
  )
  for (const [sportId, userId] of sports) await rebuildRecords(tx, { userId, sportId })
  return workouts
}

async function insertAddition(
  tx: Tx,
  { columns, equipments, track, segments }: Addition,
): Promise<WorkoutRow> {
  const workout = await insertWorkout(tx.db, { short_id: tx.ids.shortId(), ...columns })
  if (track) {
    await insertTrack(tx, workout, track, segments)
    if (track.analysed) await insertAnalysed(tx.db, workout, track.analysed)
  } else await storeLoad(tx.db, workout, undefined)
  await attachEquipments(tx.db, workout, idsOf(equipments))
  await addToSums(tx.db, workout.id)
  await noteDuplicates(tx, workout)
  return workout
}

/** Notes which workouts of its owner a new or changed one may repeat. */
async function noteDuplicates(tx: Tx, workout: WorkoutRow): Promise<void> {
  const twins = await findTwins(tx.db, workout.id, workout)
  if (twins.length > 0)
    await insertDuplicates(
      tx.db,
      workout,
      twins.map(({ id }) => id),
    )
}

/** Notes the hash of the original of a workout, unless it has another one by now. */
export async function noteHash(tx: Tx, { id, original_file }: WorkoutRow, hash: string) {
  const workout = await findWorkoutById(tx.db, id)
  if (workout?.original_file !== original_file) return
  await noteDuplicates(tx, await updateWorkout(tx.db, id, { original_hash: hash }))
}

/** Columns by which workouts are found to be one. */
const ALIKE = ['workout_date', 'distance', 'original_hash'] as const

/** What becomes of a workout. */
export interface Change {
  columns: WorkoutChanges
  /** Its recording, measured again; null takes the recording away. */
  track?: MeasuredTrack | null | undefined
  /** What was read from the database, in place of a recording. */
  stored?: Pick<FormerRecording, 'segments' | 'laps'>
  /** Equipment in place of what is attached; without it, what does not suit a new sport is detached. */
  equipments?: readonly EquipmentView[] | undefined
  /** Whether the file that it no longer names stays: it is kept beside the workout. */
  keepsOriginal?: boolean
}

/**
 * Changes a workout. Files that it no longer names are removed after the commit.
 *
 * @throws 404 when it is gone by now.
 */
export async function changeWorkout(
  tx: Tx,
  id: number,
  { columns, track, stored, equipments, keepsOriginal }: Change,
): Promise<WorkoutRow> {
  const former = await findWorkoutById(tx.db, id)
  if (!former) throw notFoundInList('workouts')
  await takeFromSums(tx.db, id)
  await takeFromLoadSums(tx.db, id)
  const isRecordedAnew = track !== undefined || stored !== undefined
  const changes = isRecordedAnew
    ? { modification_date: tx.clock.now(), ...columns, is_routed: toSqlBool(false) }
    : columns
  const workout = await updateColumns(tx, former, changes)
  await addToSums(tx.db, id)
  if (isRecordedAnew) {
    await leaveRoute(tx, id)
    await deleteSegments(tx.db, id)
    await deleteLaps(tx.db, id)
    await insertAnew(tx, workout, { track, stored })
  } else await moveAnalysed(tx.db, former, workout)
  if (equipments || !isSame(former, workout, COUNTED))
    await moveEquipments(tx, { former, workout, equipments })
  if (track || stored || !isSame(former, workout, RANKED))
    for (const sportId of new Set([former.sport_id, workout.sport_id]))
      await rebuildRecords(tx, { userId: workout.user_id, sportId })
  if (!isSame(former, workout, ALIKE)) {
    await deleteOpenDuplicates(tx.db, id)
    await noteDuplicates(tx, workout)
  }
  const removable = keepsOriginal ? { ...former, original_file: null } : former
  removeFilesAfterCommit(tx, removable, workout)
  return workout
}

/** Stores what a workout is made of that has no recording any more, and whose load is not in the sums. */
async function insertAnew(
  tx: Tx,
  workout: WorkoutRow,
  { track, stored }: { [Part in 'track' | 'stored']: Change[Part] | undefined },
): Promise<void> {
  if (track) await insertTrack(tx, workout, track)
  if (track?.analysed) {
    // It is as it was more often than not: what is found in it is compared with what is there.
    await addToLoadSums(tx.db, workout.id)
    await updateAnalysed(tx.db, workout, track.analysed)
    return
  }
  await deleteAnalysed(tx.db, workout.id)
  if (stored) await insertStored(tx, workout, stored)
  // What a recording comes to is found in its points.
  else if (!track) await storeLoad(tx.db, workout, undefined)
}

/** Stores a recording again that was stored before. */
async function insertStored(
  tx: Tx,
  workout: WorkoutRow,
  { segments, laps }: Pick<FormerRecording, 'segments' | 'laps'>,
): Promise<void> {
  await insertSegments(tx.db, workout.user_id, segments)
  if (laps !== undefined) insertLaps(tx.db, workout.id, laps)
  await insertAnalysed(tx.db, workout, analyseStored(segments))
}

/** Changes the columns, and the date of the change if they differ; a map that fewer people may see gets another id. */
async function updateColumns(tx: Tx, former: WorkoutRow, columns: WorkoutChanges) {
  const names = Object.keys(columns) as (keyof WorkoutChanges)[]
  const isModified = names.some((name) => columns[name] !== (former as WorkoutChanges)[name])
  const changes = { ...(isModified && { modification_date: tx.clock.now() }), ...columns }
  const workout = await updateWorkout(tx.db, former.id, changes)
  if (former.map_id === null || !isHidden(former, workout)) return workout
  await renewMapIds(tx.db, former.map_id)
  return (await findWorkoutById(tx.db, former.id)) ?? workout
}

/** Whether fewer people may see the map: those who have its address must not get it any more. */
function isHidden(former: WorkoutRow, workout: WorkoutRow): boolean {
  const [before, now] = [former, workout].map((row) => effectiveLevels(row).map_visibility)
  const isNarrower = before !== undefined && now !== undefined && before !== now
  return (
    (isNarrower && stricter(before, now) === now) ||
    (former.suspended_at === null && workout.suspended_at !== null)
  )
}

/**
 * Notes where the map image of a workout lies; the former one is removed after the commit. False when the workout, or
 * this id of its map, is gone by now: then the new one is of no use.
 */
export async function replaceMapImage(
  tx: Tx,
  image: { workoutId: number; mapId: string; file: string },
): Promise<boolean> {
  const former = (await findWorkoutById(tx.db, image.workoutId))?.map_file ?? null
  const isKept = await setMapFile(tx.db, image)
  if (isKept && former !== null) tx.afterCommit(() => tx.files.remove(former))
  return isKept
}

/**
 * Deletes a workout; its files, and those kept beside it, are removed after the commit, but for its original if that is
 * kept elsewhere. Records that others take over get new ids, unless it is to be as if the workout had never been.
 */
export async function eraseWorkout(
  tx: Tx,
  workout: WorkoutRow,
  { keepsOriginal = false, keepsRecordIds = false } = {},
): Promise<void> {
  const key = { userId: workout.user_id, sportId: workout.sport_id }
  const beside = await listKeptOriginals(tx.db, workout.id)
  const recordIds = keepsRecordIds ? await loadRecordIds(tx.db, key) : undefined
  await detachEquipments(tx.db, workout)
  await takeFromSums(tx.db, workout.id)
  await leaveRoute(tx, workout.id)
  await takeFromLoadSums(tx.db, workout.id)
  await deleteWorkout(tx.db, workout.id)
  await rebuildRecords(tx, key, recordIds)
  for (const path of beside) tx.afterCommit(() => tx.files.remove(path))
  removeFilesAfterCommit(tx, keepsOriginal ? { ...workout, original_file: null } : workout)
}

/** Columns that equipment totals are made of; equipment has to suit the sport. */
const COUNTED = ['sport_id', 'distance', 'duration', 'moving'] as const
/** Columns that records are made of. */
const RANKED = [
  ...COUNTED,
  ...(['workout_date', 'ave_speed', 'max_speed', 'ascent', 'ave_pace', 'best_pace'] as const),
]

const isSame = (one: WorkoutRow, other: WorkoutRow, columns: readonly (keyof WorkoutRow)[]) =>
  columns.every((column) => one[column] === other[column])

/** Takes the former numbers out of the totals of the former equipment and adds the new ones to the new equipment. */
async function moveEquipments(
  tx: Tx,
  {
    former,
    workout,
    equipments,
  }: { former: WorkoutRow; workout: WorkoutRow; equipments: Change['equipments'] },
): Promise<void> {
  const attached = (await loadWorkoutEquipments(tx.db, [former.id])).get(former.id) ?? []
  const isSportKept = workout.sport_id === former.sport_id
  const kept = attached.filter(
    (item) => isSportKept || equipmentSuits(item.equipment_type_id, workout.sport_id),
  )
  await detachEquipments(tx.db, former)
  await attachEquipments(tx.db, workout, idsOf(equipments ?? kept))
}

const idsOf = (equipments: readonly Pick<EquipmentView, 'id'>[]) => equipments.map(({ id }) => id)

function removeFilesAfterCommit(tx: Tx, former: WorkoutRow, workout?: WorkoutRow): void {
  for (const column of ['original_file', 'map_file'] as const) {
    const file = former[column]
    if (file !== null && file !== workout?.[column]) tx.afterCommit(() => tx.files.remove(file))
  }
}

/** Stores the segments and laps of a recording; the workout must have none. */
async function insertTrack(
  tx: Tx,
  workout: WorkoutRow,
  track: MeasuredTrack,
  known: Addition['segments'] = [],
): Promise<void> {
  await insertSegments(
    tx.db,
    workout.user_id,
    track.segments.map((segment, index) => ({
      row: {
        short_id: tx.ids.shortId(),
        workout_id: workout.id,
        position: index + 1,
        started_at: startOf(segment),
        point_count: segment.pointCount,
        ...metricColumns(segment.metrics),
        ...known[index],
      },
      points: segment.points,
      streams: segment.streams,
      pieces: segment.pieces,
    })),
  )
  if (track.laps !== null) insertLaps(tx.db, workout.id, track.laps)
}

/**
 * Stores laps and further columns of a workout whose recording was stored without them. Segments that have other sizes by
 * now, or had them then, keep what they have.
 */
export async function addDeviceData(
  tx: Tx,
  workoutId: number,
  { laps, segments }: Pick<MeasuredTrack, 'laps' | 'segments'>,
): Promise<void> {
  const workout = await findWorkoutById(tx.db, workoutId)
  if (!workout || workout.is_device_read) return
  const stored = await listSegmentSizes(tx.db, workoutId)
  await deleteLaps(tx.db, workoutId)
  if (laps !== null) insertLaps(tx.db, workoutId, laps)
  if (areAlike(stored, segments)) {
    await deleteStreams(tx.db, workoutId)
    for (const [index, { id }] of stored.entries()) {
      const streams = segments[index]?.streams
      if (streams) insertStreams(tx.db, id, streams)
    }
  }
  await deleteKeptAnswersOf(tx.db, workoutId)
  await updateWorkout(tx.db, workoutId, { is_device_read: toSqlBool(true) })
  // The load of a swim is made of its lengths.
  if (laps !== null && isSwimming(workout.sport_id)) await renewLoad(tx.db, workout)
}

/** Whether segments that were stored are those of a recording that was read again. */
export const areAlike = (
  stored: readonly { point_count: number }[],
  segments: MeasuredTrack['segments'],
): boolean =>
  stored.length === segments.length &&
  stored.every(({ point_count }, index) => point_count === segments[index]?.pointCount)

/**
 * Puts a workout on a route, or on none; false when it was changed since `modification_date` and has to be looked at
 * again, or when another process was first.
 */
export async function placeOnRoute(
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

/** Stores what was found in the points of a workout, in place of what had been. */
export async function replaceAnalysed(
  tx: Tx,
  workoutId: number,
  analysed: Analysed,
): Promise<void> {
  const workout = await findWorkoutById(tx.db, workoutId)
  if (!workout) return
  await updateAnalysed(tx.db, workout, analysed)
  if (workout.is_analysed === 0)
    await updateWorkout(tx.db, workoutId, { is_analysed: toSqlBool(true) })
}
