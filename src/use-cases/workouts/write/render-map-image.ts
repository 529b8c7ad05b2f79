import { encodePoints } from '@/domain/tracks/streams/points-blob'
import type { AppContext } from '@/services/context'
import { transact, undoing } from '@/store/db/connections/transact'
import { listSegmentPoints } from '@/store/db/queries/workouts/segments'
import type { MappedWorkout } from '@/store/db/queries/workouts/workouts'
import { storeBytes } from '@/store/files/stored-files'
import { uploadPath } from '@/store/files/upload-names'
import { loadPublicRules } from '@/use-cases/views/hiding-rules'
import { loadRecording } from '@/use-cases/workouts/measure/stored-recording'
import { replaceMapImage } from './write-workout'

/** Suffix of image files whose map tiles could not be loaded. */
const WITHOUT_TILES = 'plain.png'

/** Whether the image in a file has map tiles. */
export const hasTiles = (file: string): boolean => !file.endsWith(`.${WITHOUT_TILES}`)

/**
 * Renders and stores the map image of a workout. Returns its path relative to the uploads folder; undefined when the
 * workout has no track, or was deleted or got another map id in the meantime.
 */
export async function drawMapImage(
  ctx: AppContext,
  workout: MappedWorkout,
  mapId: string,
): Promise<string | undefined> {
  const image = await ctx.maps.draw(await listPublicPoints(ctx, workout))
  if (image === undefined) return undefined
  const file = uploadPath({
    userId: workout.user_id,
    sportId: workout.sport_id,
    startedAt: workout.workout_date,
    extension: image.isComplete ? 'png' : WITHOUT_TILES,
    random: ctx.ids.secret(8),
  })
  await storeBytes(ctx.files, image.png, file)
  const kept = { workoutId: workout.id, mapId, file }
  const isStored = await transact(ctx, (tx) => replaceMapImage(tx, kept)).catch(
    undoing(() => ctx.files.remove(file)),
  )
  if (isStored) return file
  await ctx.files.remove(file)
  return undefined
}

/** Lists the encoded points of a workout that others may see: everyone who knows its id can load the image. */
async function listPublicPoints(ctx: AppContext, workout: MappedWorkout): Promise<Uint8Array[]> {
  const rules = (await loadPublicRules(ctx, [workout.user_id])).get(workout.user_id)
  if (!rules) return (await listSegmentPoints(ctx.db, workout.id)).map(({ points }) => points)
  const { segments } = await loadRecording(ctx, workout, rules)
  return segments.map(({ points }) => encodePoints(points))
}
