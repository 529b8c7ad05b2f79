import { storageQuotaExceeded } from '@/lib/errors'
import { toInstant } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { type InTransaction, transact, undoing } from '@/store/db/connections/transact'
import { deletePhotos, filesOf, insertPhoto, type PhotoRow } from '@/store/db/queries/photos/photos'
import { type EncodedPhoto, PHOTO_SIZES, type PhotoSize } from '@/store/files/photos'
import { storeBytes } from '@/store/files/stored-files'
import { createOwnPhotoView, PHOTO_ENDINGS, type PhotoView } from '@/use-cases/views/photo'

/** Stores an encoded photo of the caller, not attached to any workout yet. @throws 413 when it exceeds the quota */
export const uploadPhoto = async (
  ctx: AppContext,
  caller: Caller,
  encoded: EncodedPhoto,
): Promise<PhotoView> => createOwnPhotoView(ctx, await storePhoto(ctx, { owner: caller, encoded }))

/** A photo to store. */
export interface NewPhoto {
  owner: Pick<Caller, 'userId' | 'timezone'>
  encoded: EncodedPhoto
  description?: string
  /** When and where it was taken, if that is known without its metadata. */
  taken?: { at: number | null; position: EncodedPhoto['position'] }
  /** The import that adds it. */
  importTaskId?: number
}

/**
 * Stores the files of a photo durably, and then its row, not attached to any workout. If anything fails, no file
 * remains.
 *
 * @throws 413 when it exceeds the quota
 */
export async function storePhoto(
  ctx: AppContext,
  { owner, encoded, description = '', taken, importTaskId }: NewPhoto,
): Promise<PhotoRow> {
  const { userId } = owner
  const name = ctx.ids.hex(16)
  const paths = await storeWithinQuota(ctx, { userId, name }, encoded.images)
  const row = {
    ...photoColumns({ owner, name }, encoded),
    ...(taken && takenColumns(taken)),
    ...{ description, short_id: ctx.ids.shortId(), import_task_id: importTaskId ?? null },
    ...{ created_at: ctx.clock.now(), unattached_since: ctx.clock.now() },
  }
  const remove = () => removeFiles(ctx, paths)
  return transact(ctx, (tx) => insertPhoto(tx.db, row)).catch(undoing(remove))
}

/** What the row of a photo says about its files, and about when and where it was taken. */
export const photoColumns = (
  { owner: { userId, timezone }, name }: { owner: NewPhoto['owner']; name: string },
  { width, height, takenAt, position }: EncodedPhoto,
) => ({
  ...{ name, user_id: userId, width, height },
  file: pathOf({ userId, name }, 'large'),
  screen_file: pathOf({ userId, name }, 'screen'),
  thumbnail_file: pathOf({ userId, name }, 'thumbnail'),
  ...takenColumns({ at: instantOf(takenAt, timezone), position }),
})

const takenColumns = ({ at, position }: NonNullable<NewPhoto['taken']>) => ({
  taken_at: at,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
})

/** A photo by its owner and the name of its files. */
interface NamedPhoto {
  userId: number
  name: string
}

const pathOf = ({ userId, name }: NamedPhoto, size: PhotoSize) =>
  `photos/${userId}/${name}${PHOTO_ENDINGS[size]}`

/** Stores the images of all sizes, or none, and returns their paths. @throws 413 when they exceed the quota */
async function storeWithinQuota(
  ctx: AppContext,
  photo: NamedPhoto,
  images: EncodedPhoto['images'],
): Promise<string[]> {
  const bytes = Object.values(images).reduce((sum, { length }) => sum + length, 0)
  const room = await ctx.storageMeter.reserve(photo.userId, { bytes, files: PHOTO_SIZES.length })
  if (room.exceeded) throw storageQuotaExceeded()
  try {
    return await storeImages(ctx, photo, images)
  } finally {
    room.release()
  }
}

/** Stores the images of all sizes durably, or none, and returns their paths. */
export async function storeImages(
  ctx: Pick<AppContext, 'files'>,
  photo: NamedPhoto,
  images: EncodedPhoto['images'],
): Promise<string[]> {
  const stored: string[] = []
  try {
    for (const size of PHOTO_SIZES) {
      await storeBytes(ctx.files, images[size], pathOf(photo, size))
      stored.push(pathOf(photo, size))
    }
    return stored
  } catch (error) {
    await removeFiles(ctx, stored)
    throw error
  }
}

/** Deletes files of photos. Those that cannot be deleted are left to the clean-up of orphans. */
export async function removeFiles(
  { files }: Pick<AppContext, 'files'>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) await files.remove(path)
}

/** Deletes photos. Their files are deleted after the commit. */
export async function deletePhotosAndFiles(
  tx: InTransaction<Pick<AppContext, 'db' | 'files'>>,
  photos: readonly PhotoRow[],
): Promise<void> {
  if (photos.length === 0) return
  await deletePhotos(
    tx.db,
    photos.map(({ id }) => id),
  )
  for (const photo of photos) tx.afterCommit(() => removeFiles(tx, filesOf(photo)))
}

/** The instant of a local time of a camera: with its own offset if it is known, or else in the owner's time zone. */
function instantOf(takenAt: EncodedPhoto['takenAt'], timezone: string): number | null {
  if (!takenAt) return null
  if (takenAt.offset) return Date.parse(takenAt.local + takenAt.offset)
  return toInstant(Date.parse(`${takenAt.local}Z`), timezone)
}
