import { stat } from 'node:fs/promises'
import type { AppContext } from '@/context'
import { listMappedWorkouts, type MappedWorkout } from '@/db/queries/workouts'
import { notFound, tooMuchToDo } from '@/errors'
import { drawMapImage, hasTiles } from './draw-map-image'

/** A stored map image. */
export interface StoredMapImage {
  path: string
  /** Milliseconds since the Unix epoch. */
  modifiedAt: number
  /** Whether tiles are missing behind the line; they may come later, under the same id. */
  isComplete: boolean
}

/** A map image and its workout. */
interface Found {
  workout: MappedWorkout
  image: StoredMapImage
}

/** Milliseconds after which tiles that were missing are asked for again, when somebody looks at the image. */
const RETRY_AFTER = 60_000

/**
 * The map image with an id, drawn now if nobody has asked for it before. Whoever knows the id may see it; workouts
 * with the same line share one, each with a file of its own.
 *
 * @throws 404 when no workout has such a map, or when there is neither file nor line; 503 while too many are drawn.
 */
export async function getMapImage(ctx: AppContext, mapId: string): Promise<StoredMapImage> {
  const workouts = await listMappedWorkouts(ctx.db, mapId)
  const [first] = workouts
  if (first === undefined) throw notFound('Map does not exist.')
  const found = await firstStored(ctx, workouts)
  if (found === undefined) return draw(ctx, first, mapId)
  if (isDue(ctx, found.image)) drawAgain(ctx, found.workout, mapId)
  return found.image
}

async function firstStored(
  ctx: AppContext,
  workouts: readonly MappedWorkout[],
): Promise<Found | undefined> {
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
  if (drawing === undefined) throw tooMuchToDo()
  const file = await drawing
  const image = file === undefined ? undefined : await findStored(ctx, file)
  if (image === undefined) throw notFound('Map file does not exist.')
  return image
}

const isDue = (ctx: AppContext, { isComplete, modifiedAt }: StoredMapImage) =>
  !isComplete && !ctx.maps.isResting() && Math.abs(ctx.clock.now() - modifiedAt) > RETRY_AFTER

/** Nobody waits for it: the image at hand is sent, and the better one to who asks next. */
function drawAgain(ctx: AppContext, workout: MappedWorkout, mapId: string): void {
  ctx.maps.underWay
    .run(mapId, () => drawMapImage(ctx, workout, mapId))
    ?.catch((error) => ctx.log.warn({ err: error }, 'a map image was not drawn again'))
}
