import { rm } from 'node:fs/promises'
import { MAX_PHOTOS } from '@/domain/reference/photo-limits'
import { TrackError } from '@/domain/tracks/track-error'
import { AppError } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact } from '@/store/db/connections/transact'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { listImportedPhotos } from '@/store/db/queries/photos/photos'
import { findWorkout } from '@/store/db/queries/workouts/workouts'
import { TooManyPixels } from '@/store/files/photos'
import type { EntryContent } from '@/use-cases/imports/receive/read-ahead'
import { type PackedUpload, unpack } from '@/use-cases/imports/receive/unpack'
import type { StoreResult } from '@/use-cases/imports/store/store-workouts'
import { setPhotos } from '@/use-cases/workouts/photos/attach-photos'
import {
  deletePhotosAndFiles,
  type NewPhoto,
  storePhoto,
} from '@/use-cases/workouts/photos/store-photo'

/** Why a photo of an export is skipped. */
export const NO_WORKOUT_OF_PHOTO = 'no workout has this photo'

/** A photo in an export. */
export interface ImportedPhoto {
  file: PackedUpload
  description: string | undefined
  /** When and where it was taken, from exports that contain no metadata of photos. */
  taken?: NewPhoto['taken']
}

/** Adds the photos of an entry to what was read of it. */
export type AddPhotos = (
  entry: { photos?: readonly ImportedPhoto[] | undefined },
  content: EntryContent,
) => Promise<EntryContent>

/**
 * Returns a function that stores the photos of entries, without attaching them to a workout: that happens when the
 * workout is stored. Photos whose workout is never stored are deleted after a day. A workout that is stored already and
 * has photos gets no more, so that an import can be repeated.
 */
export const openPhotoImport =
  (ctx: AppContext, { user, taskId }: { user: UserRow; taskId: number }): AddPhotos =>
  async ({ photos = [] }, content) => {
    if (photos.length === 0 || content.kind === 'left out') return content
    if (content.kind === 'present' && (await hasPhotos(ctx, content.stored))) return content
    const ids: string[] = []
    const unread: string[] = []
    for (const photo of photos.slice(0, MAX_PHOTOS)) {
      const id = await storeImported(ctx, { user, taskId }, photo)
      if (id === undefined) unread.push(photo.file.name)
      else ids.push(id)
    }
    return { ...content, photoIds: ids, unreadPhotos: unread }
  }

const hasPhotos = async (
  { db }: Pick<AppContext, 'db'>,
  { workout }: StoreResult,
): Promise<boolean> => ((await findWorkout(db, workout.short_id))?.photo_count ?? 0) > 0

/** Stores a photo; returns its short id, or undefined if it cannot be read or exceeds a limit of the account. */
async function storeImported(
  ctx: AppContext,
  { user, taskId }: { user: UserRow; taskId: number },
  { file, description, taken }: ImportedPhoto,
): Promise<string | undefined> {
  const { max_image_size: maxBytes } = await getAppConfig(ctx.db)
  let path: string | undefined
  try {
    path = (await unpack(ctx, file, maxBytes)).path
    const encoded = await ctx.pictures.encodePhoto(path)
    if (!encoded) return undefined
    const stored = await storePhoto(ctx, {
      ...{ owner: { userId: user.id, timezone: user.timezone }, encoded, importTaskId: taskId },
      ...(description && { description }),
      ...(taken && { taken }),
    })
    return stored.short_id
  } catch (error) {
    if (error instanceof TrackError || error instanceof TooManyPixels) return undefined
    if (error instanceof AppError && error.httpStatus === 413) return undefined
    throw error
  } finally {
    if (path !== undefined) await rm(path, { force: true })
  }
}

/** Attaches the photos of an entry to its workout, the first one of several, unless that has photos already. */
export async function attachImportedPhotos(
  tx: InTransaction<AppContext>,
  content: EntryContent | undefined,
  first: StoreResult | undefined,
): Promise<void> {
  if (content?.kind === 'left out' || !content?.photoIds?.length) return
  const stored = content.kind === 'present' ? content.stored : first
  const workout = stored && (await findWorkout(tx.db, stored.workout.short_id))
  if (workout?.photo_count === 0) await setPhotos(tx, workout, content.photoIds)
}

/** Number of photos that are deleted in one transaction. */
const BATCH_SIZE = 50

/** Deletes the photos that an import has added, also those of workouts that existed before. */
export async function deleteImportedPhotos(ctx: AppContext, taskId: number): Promise<void> {
  for (;;) {
    const deleted = await transact(ctx, async (tx) => {
      const photos = await listImportedPhotos(tx.db, { taskId, limit: BATCH_SIZE })
      await deletePhotosAndFiles(tx, photos)
      return photos.length
    })
    if (deleted < BATCH_SIZE) return
  }
}

/** Formats the remark about photos of a workout that are left out; undefined if there are none. */
export const describeUnreadPhotos = (content: EntryContent | undefined): string | undefined => {
  const names = content?.kind === 'left out' ? undefined : content?.unreadPhotos
  return names?.length ? `without photos that cannot be read: ${names.join(', ')}` : undefined
}
