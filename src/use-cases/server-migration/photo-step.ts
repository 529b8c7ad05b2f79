import { MAX_DESCRIPTION } from '@/domain/reference/photo-limits'
import { hashText } from '@/lib/text/digest'
import type { SourceRow } from '@/services/postgres/snapshot'
import { findUserById } from '@/store/db/queries/accounts/users'
import { insertMigrated } from '@/store/db/queries/tasks/server-migrations'
import { findWorkoutById } from '@/store/db/queries/workouts/workouts'
import { type EncodedPhoto, TooManyPixels } from '@/store/files/photos'
import { photoColumns, removeFiles, storeImages } from '@/use-cases/workouts/photos/store-photo'
import {
  idIn,
  instantIn,
  numberIn,
  objectIn,
  SkippedRowError,
  shortIdIn,
  textIn,
  wordsIn,
} from './read-row'
import { findSourceFile } from './source-files'
import type { Migration, MigrationItem, Step } from './step'

/** Photos are decoded one after another, which takes about a second for each page. */
const BATCH_SIZE = 8

/** Photos of workouts. Those that were uploaded and never attached to a workout are not migrated. */
export const photos: Step = {
  name: 'photos',
  table: 'media',
  isRecent: true,
  key: ['uuid'],
  required: ['uuid', 'user_id', 'workout_id', 'created_at', 'file_name'],
  optional: ['description', 'meta'],
  atOnce: BATCH_SIZE,
  prepare: async (migration, rows) => {
    const positions = await loadPositions(migration, rows)
    const items: MigrationItem[] = []
    for (const row of rows) items.push(await migratePhoto(migration, row, positions))
    return items
  },
}

/** Returns the position of each photo among those of its workout, by UUID. They are in the order of their upload. */
async function loadPositions(
  { snapshot }: Migration,
  rows: readonly SourceRow[],
): Promise<ReadonlyMap<string, number>> {
  const attached = await snapshot.of({
    table: 'media',
    columns: ['uuid', 'workout_id'],
    column: 'workout_id',
    ids: [...new Set(rows.map((row) => numberIn(row, 'workout_id') ?? 0))],
    order: ['workout_id', 'created_at', 'uuid'],
  })
  const byWorkout = Map.groupBy(attached, (row) => numberIn(row, 'workout_id'))
  return new Map(
    [...byWorkout.values()].flatMap((of) =>
      of.map((row, position): [string, number] => [String(row.uuid), position]),
    ),
  )
}

/** Encodes a photo as it is stored here, and stores its files. */
async function migratePhoto(
  migration: Migration,
  row: SourceRow,
  positions: ReadonlyMap<string, number>,
): Promise<MigrationItem> {
  const { ctx, isDryRun } = migration
  const uuid = String(row.uuid)
  const subject = `${uuid} ${textIn(row, 'file_name') ?? ''}`.trimEnd()
  const leaveOut = (error: unknown): MigrationItem => {
    if (!(error instanceof SkippedRowError)) throw error
    return { subject, write: () => Promise.reject(error) }
  }
  try {
    const userId = requireOwner(row)
    const encoded = await encodeSourcePhoto(migration, row, userId)
    // The name is deterministic, so that an interrupted migration leaves no unused files behind.
    const name = hashText(`${uuid} ${wordsIn(row, 'file_name')}`).slice(0, 32)
    const stored = isDryRun ? [] : await storeImages(ctx, { userId, name }, encoded.images)
    return {
      subject,
      write: async ({ db }) => {
        const workout = await findWorkoutById(db, idIn(row, 'workout_id'))
        const owner = workout?.user_id === userId ? await findUserById(db, userId) : undefined
        if (!workout || !owner) throw new SkippedRowError('failed', 'its workout was not moved')
        await insertMigrated(db, 'photos', {
          ...photoColumns({ owner: { userId, timezone: owner.timezone }, name }, encoded),
          ...{ short_id: shortIdIn(row), workout_id: workout.id },
          position: positions.get(uuid) ?? 0,
          description: (textIn(row, 'description') ?? '').slice(0, MAX_DESCRIPTION),
          created_at: instantIn(row, 'created_at'),
        })
      },
      discard: () => removeFiles(ctx, stored),
    }
  } catch (error) {
    return leaveOut(error)
  }
}

/** Returns the id of the owner. @throws SkippedRowError when the photo is not attached to a workout */
function requireOwner(row: SourceRow): number {
  if (row.workout_id === null) throw new SkippedRowError('left out', 'belongs to no workout')
  return idIn(row, 'user_id')
}

/** @throws SkippedRowError when the file is missing, or is not a readable photo */
async function encodeSourcePhoto(
  { ctx, uploads }: Migration,
  row: SourceRow,
  userId: number,
): Promise<EncodedPhoto> {
  const name = wordsIn(row, 'file_name')
  const path =
    (await findSourceFile(uploads, `media/${userId}/${name}`)) ??
    (await findSourceFile(uploads, name))
  if (path === undefined) throw new SkippedRowError('failed', `no file ${name}`)
  const encoded = await ctx.pictures.encodePhoto(path).catch((error) => {
    if (error instanceof TooManyPixels) throw new SkippedRowError('failed', `${name} is too large`)
    throw error
  })
  if (!encoded) throw new SkippedRowError('failed', `${name} is no readable photo`)
  return { ...encoded, position: positionIn(row) ?? encoded.position }
}

/** Returns where a photo was taken. The source server removes this from the file itself. */
function positionIn(row: SourceRow): EncodedPhoto['position'] {
  const coordinates = objectIn(objectIn(row, 'meta'), 'coordinates')
  const [latitude, longitude] = [
    numberIn(coordinates, 'latitude'),
    numberIn(coordinates, 'longitude'),
  ]
  const isValid =
    latitude !== null &&
    longitude !== null &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  return isValid ? { latitude, longitude } : undefined
}
