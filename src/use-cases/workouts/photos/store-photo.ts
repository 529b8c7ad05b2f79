import { storageQuotaExceeded } from '@/lib/errors'
import { toInstant } from '@/lib/time/local-date'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact, undoing } from '@/store/db/connections/transact'
import { insertPhoto, type PhotoRow } from '@/store/db/queries/photos/photos'
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
}

/**
 * Stores the files of a photo durably, and then its row, not attached to any workout. If anything fails, no file
 * remains.
 *
 * @throws 413 when it exceeds the quota
 */
export async function storePhoto(
  ctx: AppContext,
  { owner, encoded, description = '' }: NewPhoto,
): Promise<PhotoRow> {
  const { userId } = owner
  const name = ctx.ids.hex(16)
  const paths = await storeImages(ctx, { userId, name }, encoded.images)
  const row = {
    ...{ name, description, user_id: userId, short_id: ctx.ids.shortId() },
    ...{ file: paths.large, screen_file: paths.screen, thumbnail_file: paths.thumbnail },
    ...{ width: encoded.width, height: encoded.height },
    taken_at: instantOf(encoded.takenAt, owner.timezone),
    latitude: encoded.position?.latitude ?? null,
    longitude: encoded.position?.longitude ?? null,
    ...{ created_at: ctx.clock.now(), unattached_since: ctx.clock.now() },
  }
  const remove = () => removeFiles(ctx, Object.values(paths))
  return transact(ctx, (tx) => insertPhoto(tx.db, row)).catch(undoing(remove))
}

/** Writes the images of all sizes, or none. */
async function storeImages(
  ctx: AppContext,
  { userId, name }: { userId: number; name: string },
  images: EncodedPhoto['images'],
): Promise<Record<PhotoSize, string>> {
  const bytes = Object.values(images).reduce((sum, { length }) => sum + length, 0)
  const room = await ctx.storageMeter.reserve(userId, { bytes, files: PHOTO_SIZES.length })
  if (room.exceeded) throw storageQuotaExceeded()
  const pathOf = (size: PhotoSize) => `photos/${userId}/${name}${PHOTO_ENDINGS[size]}`
  const stored: string[] = []
  try {
    for (const size of PHOTO_SIZES) {
      await storeBytes(ctx.files, images[size], pathOf(size))
      stored.push(pathOf(size))
    }
  } catch (error) {
    await removeFiles(ctx, stored)
    throw error
  } finally {
    room.release()
  }
  return {
    large: pathOf('large'),
    screen: pathOf('screen'),
    thumbnail: pathOf('thumbnail'),
  }
}

/** Deletes files of photos. Those that cannot be deleted are left to the clean-up of orphans. */
export async function removeFiles(
  { files }: Pick<AppContext, 'files'>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) await files.remove(path)
}

/** The instant of a local time of a camera: with its own offset if it is known, or else in the owner's time zone. */
function instantOf(takenAt: EncodedPhoto['takenAt'], timezone: string): number | null {
  if (!takenAt) return null
  if (takenAt.offset) return Date.parse(takenAt.local + takenAt.offset)
  return toInstant(Date.parse(`${takenAt.local}Z`), timezone)
}
