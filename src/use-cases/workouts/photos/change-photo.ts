import { MAX_DESCRIPTION } from '@/domain/reference/photo-limits'
import { forbidden, invalidPayload, notFound } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  describePhoto,
  findPhoto,
  listUnattachedPhotos,
  type PhotoRow,
} from '@/store/db/queries/photos/photos'
import { createOwnPhotoView, type PhotoView } from '@/use-cases/views/photo'
import { deletePhotosAndFiles } from './store-photo'

/** The error for a photo that does not exist or that the caller may not see. */
export const unknownPhoto = () => notFound('media not found')

/** Changes the description of one of the caller's photos. @throws 404, 403; then 400 without a description */
export async function editPhoto(
  ctx: AppContext,
  caller: Caller,
  { shortId, description }: { shortId: string; description: string | undefined },
): Promise<PhotoView> {
  const changed = await transact(ctx, async (tx) => {
    const { id } = await requireOwnPhoto(tx, caller, shortId)
    if (description === undefined) throw invalidPayload()
    const cut = description.trim().slice(0, MAX_DESCRIPTION)
    return describePhoto(tx.db, { id, description: cut })
  })
  return createOwnPhotoView(ctx, changed)
}

/** Deletes one of the caller's photos with its files. @throws 404, 403 */
export const deletePhoto = (ctx: AppContext, caller: Caller, shortId: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const photo = await requireOwnPhoto(tx, caller, shortId)
    await deletePhotosAndFiles(tx, [photo])
  })

async function requireOwnPhoto(
  { db }: Pick<AppContext, 'db'>,
  caller: Caller,
  shortId: string,
): Promise<PhotoRow> {
  const photo = await findPhoto(db, shortId)
  if (!photo) throw unknownPhoto()
  if (photo.user_id !== caller.userId) throw forbidden()
  return photo
}

/** Number of photos that are deleted in one transaction. */
const BATCH = 50

/** Deletes photos that were uploaded or detached before a moment, and have not been attached to a workout since. */
export async function deleteUnattachedPhotos(ctx: AppContext, before: number): Promise<void> {
  for (;;) {
    const deleted = await transact(ctx, async (tx) => {
      const photos = await listUnattachedPhotos(tx.db, { before, limit: BATCH })
      await deletePhotosAndFiles(tx, photos)
      return photos.length
    })
    if (deleted < BATCH) return
  }
}
