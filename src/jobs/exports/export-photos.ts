import { basename } from 'node:path'
import { EXPORT_FOLDERS } from '@/domain/reference/export-files'
import { presentExportedPhoto } from '@/server/responses/data-export'
import type { AppContext } from '@/services/context'
import { rowsById } from '@/store/db/pages-by-id'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { type AttachedPhoto, listPhotosOf } from '@/store/db/queries/photos/photos'

const PAGE = 50

interface Deps {
  ctx: Pick<AppContext, 'db'>
  user: Pick<UserRow, 'id'>
}

/** Whether the workouts of a user have photos. The archives of users without any match the contract. */
export const hasPhotos = async ({ ctx, user }: Deps): Promise<boolean> =>
  (await listPhotosOf(ctx.db, { userId: user.id, after: 0, limit: 1 })).length > 0

/** Yields the photos of a user's workouts as the archive lists them. */
export async function* writePhotos(deps: Deps): AsyncGenerator<unknown> {
  for await (const photo of listPhotos(deps)) yield presentExportedPhoto(photo, nameOf(photo))
}

/** Yields the paths of the large images of a user's photos, and their names in the archive. */
export async function* listPhotoFiles(deps: Deps): AsyncGenerator<{ path: string; name: string }> {
  for await (const photo of listPhotos(deps)) yield { path: photo.file, name: nameOf(photo) }
}

const nameOf = ({ file }: AttachedPhoto) => `${EXPORT_FOLDERS.photos}/${basename(file)}`

const listPhotos = ({ ctx, user }: Deps) =>
  rowsById((after) => listPhotosOf(ctx.db, { userId: user.id, after, limit: PAGE }))
