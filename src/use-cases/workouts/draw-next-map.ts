import type { AppContext } from '@/context'
import { listUndrawnMaps } from '@/db/queries/workouts'
import { drawMapImage } from './draw-map-image'

/** So many of the newest workouts, of all users, get their maps before anybody asks: those that are looked at first. */
const NEWEST = 10

/**
 * Draws the map image of the newest workout that has none yet, unless it is none of the newest few or in `failed`, where
 * maps go that could not be drawn. Says whether there was one to draw; there is none while a background task runs.
 */
export async function drawNextMap(ctx: AppContext, failed: Set<string>): Promise<boolean> {
  const undrawn = await listUndrawnMaps(ctx.db, NEWEST)
  const next = undrawn.find(({ map_id: id }) => !failed.has(id))
  if (next === undefined) return false
  const { map_id: mapId } = next
  // Whoever asks for it meanwhile waits for the same image.
  const drawing = ctx.maps.underWay.run(mapId, () => drawMapImage(ctx, next, mapId))
  const file = await drawing?.catch((error) => {
    ctx.log.warn({ err: error }, 'a map image was not drawn')
    return undefined
  })
  if (file === undefined) failed.add(mapId)
  return true
}
