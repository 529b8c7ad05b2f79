import type { Visitor } from '@/policy/caller'
import { canSeePhotos } from '@/policy/workout'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import { findUserById } from '@/store/db/queries/accounts/users'
import { findPhotoByName, type PhotoRow } from '@/store/db/queries/photos/photos'
import { findWorkoutById, type WorkoutRow } from '@/store/db/queries/workouts/workouts'
import { PHOTO_SIZES } from '@/store/files/photos'
import { PHOTO_ENDINGS, readPhotoKey } from '@/use-cases/views/photo'
import { loadRelations } from '@/use-cases/views/workout'
import { unknownPhoto } from './change-photo'

/** A request for a file of a photo, with its caller. */
export interface PhotoRequest {
  /** The last part of its URL. */
  fileName: string
  /** The key in its URL; '' if there is none. */
  key: string
  /** The sender of a token with the request, if there is one. */
  visitor: Visitor
}

const FILE_NAME = /^([0-9a-f]{32})((?:\.\w+)?\.webp)$/

/**
 * Returns the path of a file of a photo, for those who may see it now: everyone if it is public, otherwise the user that
 * the key in the URL or the token identifies.
 *
 * @throws 404 for all others, and if the file does not exist.
 */
export async function getPhotoFile(
  ctx: AppContext,
  { fileName, key, visitor }: PhotoRequest,
): Promise<string> {
  const [, name = '', ending] = FILE_NAME.exec(fileName) ?? []
  const size = PHOTO_SIZES.find((one) => PHOTO_ENDINGS[one] === ending)
  const photo = size && (await findPhotoByName(ctx.db, name))
  if (!photo || !(await canSeeFile(ctx, photo, { visitor, key }))) throw unknownPhoto()
  const { large, screen, thumbnail } = pathsOf(photo)
  const path = await ctx.files.fetch({ large, screen, thumbnail }[size])
  if (path === undefined) throw unknownPhoto()
  return path
}

const pathsOf = ({ file, screen_file, thumbnail_file }: PhotoRow) => ({
  large: file,
  screen: screen_file,
  thumbnail: thumbnail_file,
})

async function canSeeFile(
  ctx: AppContext,
  photo: PhotoRow,
  { visitor, key }: Pick<PhotoRequest, 'visitor' | 'key'>,
): Promise<boolean> {
  const named = await findKeyHolder(ctx, photo, key)
  if ([visitor, named?.viewer].some((viewer) => viewer?.userId === photo.user_id)) return true
  const workout =
    photo.workout_id === null ? undefined : await findWorkoutById(ctx.db, photo.workout_id)
  if (!workout) return false
  return (
    (await canViewerSee(ctx, workout, { viewer: visitor, inReport: false })) ||
    (named !== undefined && (await canViewerSee(ctx, workout, named)))
  )
}

interface KeyHolder {
  viewer: Visitor
  inReport: boolean
}

/** The active user for whom the key in a URL was made; undefined without a valid key. */
async function findKeyHolder(
  ctx: AppContext,
  { name }: PhotoRow,
  key: string,
): Promise<KeyHolder | undefined> {
  const found = readPhotoKey(ctx, { name, key })
  const user = found && (await findUserById(ctx.db, found.userId))
  return found && user?.is_active ? { viewer: asCaller(user), inReport: found.inReport } : undefined
}

async function canViewerSee(
  ctx: AppContext,
  workout: WorkoutRow,
  { viewer, inReport }: KeyHolder,
): Promise<boolean> {
  const ownerIds = [workout.user_id]
  const relation = (await loadRelations(ctx, viewer, { ownerIds, inReport })).get(workout.user_id)
  return relation !== undefined && canSeePhotos(workout, relation)
}
