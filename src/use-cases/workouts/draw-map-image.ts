import type { AppContext } from '@/context'
import { listSegmentPoints } from '@/db/queries/segments'
import type { MappedWorkout } from '@/db/queries/workouts'
import { transact } from '@/db/transact'
import { keepBytes } from '@/storage/files'
import { uploadPath } from '@/storage/upload-names'
import { replaceMapImage } from './write-workout'

/** How the files of images end whose tiles could not be had. */
const WITHOUT_TILES = 'plain.png'

/** Whether the image in a file has its tiles. */
export const hasTiles = (file: string): boolean => !file.endsWith(`.${WITHOUT_TILES}`)

/**
 * Draws the map image of a workout and keeps it; returns its path below the uploads folder. Undefined for a workout
 * without line, and one that is gone, or has got another id for its map, by the time the image is drawn.
 */
export async function drawMapImage(
  ctx: AppContext,
  workout: MappedWorkout,
  mapId: string,
): Promise<string | undefined> {
  const segments = await listSegmentPoints(ctx.db, workout.id)
  const image = await ctx.maps.draw(segments.map(({ points }) => points))
  if (image === undefined) return undefined
  const file = uploadPath({
    userId: workout.user_id,
    sportId: workout.sport_id,
    startedAt: workout.workout_date,
    extension: image.isComplete ? 'png' : WITHOUT_TILES,
    random: ctx.ids.secret(8),
  })
  await keepBytes(ctx.files, image.png, file)
  const kept = { workoutId: workout.id, mapId, file }
  const isKept = await transact(ctx, (tx) => replaceMapImage(tx, kept)).catch(async (error) => {
    await ctx.files.remove(file)
    throw error
  })
  if (isKept) return file
  await ctx.files.remove(file)
  return undefined
}
