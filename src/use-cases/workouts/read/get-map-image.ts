import { stat } from 'node:fs/promises'
import { concurrencyLimitReached, notFound } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import { listMappedWorkouts, type MappedWorkout } from '@/store/db/queries/workouts/workouts'
import { drawMapImage, hasTiles } from '@/use-cases/workouts/write/render-map-image'

/** A stored map image. */
export interface StoredMapImage {
  path: string
  /** Milliseconds since the Unix epoch. */
  modifiedAt: number
  /** Whether no tiles are missing. An image without them may be replaced later, under the same id. */
  isComplete: boolean
}

/** A map image and its workout. */
interface WorkoutImage {
  workout: MappedWorkout
  image: StoredMapImage
}

/** Milliseconds after which missing tiles are requested again, when the image is requested. */
const RETRY_AFTER = 60_000

/**
 * Returns the map image with an id, and renders it if it does not exist yet. Visitors need no other permission than the
 * id. Workouts with the same track share an id, but each has its own file.
 *
 * @throws 404 when no workout has such a map, or there is neither file nor track; 503 while too many are being
 * rendered.
 */
export async function getMapImage(ctx: AppContext, mapId: string): Promise<StoredMapImage> {
  const workouts = await listMappedWorkouts(ctx.db, mapId)
  const [first] = workouts
  if (first === undefined) throw notFound('Map does not exist.')
  const found = await firstStored(ctx, workouts)
  if (found === undefined) return draw(ctx, first, mapId)
  if (isDue(ctx, found.image)) redraw(ctx, found.workout, mapId)
  return found.image
}

async function firstStored(
  ctx: AppContext,
  workouts: readonly MappedWorkout[],
): Promise<WorkoutImage | undefined> {
  for (const workout of workouts) {
    const image = workout.map_file === null ? undefined : await findStored(ctx, workout.map_file)
    if (image) return { workout, image }
  }
  return undefined
}

async function findStored(ctx: AppContext, file: string): Promise<StoredMapImage | undefined> {
  const path = await ctx.files.fetch(file)
  const facts = path === undefined ? undefined : await stat(path).catch(() => undefined)
  if (path === undefined || !facts) return undefined
  return { path, modifiedAt: facts.mtimeMs, isComplete: hasTiles(file) }
}

async function draw(
  ctx: AppContext,
  workout: MappedWorkout,
  mapId: string,
): Promise<StoredMapImage> {
  const drawing = ctx.maps.underWay.run(mapId, () => drawMapImage(ctx, workout, mapId))
  if (drawing === undefined) throw concurrencyLimitReached()
  const file = await drawing
  const image = file === undefined ? undefined : await findStored(ctx, file)
  if (image === undefined) throw notFound('Map file does not exist.')
  return image
}

const isDue = (ctx: AppContext, { isComplete, modifiedAt }: StoredMapImage) =>
  !isComplete && !ctx.maps.isResting() && Math.abs(ctx.clock.now() - modifiedAt) > RETRY_AFTER

/** Renders in the background: this request gets the incomplete image, later ones the new image. */
function redraw(ctx: AppContext, workout: MappedWorkout, mapId: string): void {
  ctx.maps.underWay
    .run(mapId, () => drawMapImage(ctx, workout, mapId))
    ?.catch((error) => ctx.log.warn({ err: error }, 'could not render a map image again'))
}
