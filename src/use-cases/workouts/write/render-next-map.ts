import type { AppContext } from '@/services/context'
import { listUndrawnMaps } from '@/store/db/queries/workouts/workouts'
import { drawMapImage } from './render-map-image'

/** Number of newest workouts, of all users, whose maps are rendered before they are requested. */
const NEWEST = 10

/**
 * Renders the map image of the newest workout that has none. Considers only the newest few workouts. Skips maps in
 * `failed`, and adds those that could not be rendered. Returns whether there was one to render; there is none while a
 * background task runs.
 */
export async function drawNextMap(ctx: AppContext, failed: Set<string>): Promise<boolean> {
  const undrawn = await listUndrawnMaps(ctx.db, NEWEST)
  const next = undrawn.find(({ map_id: id }) => !failed.has(id))
  if (next === undefined) return false
  const { map_id: mapId } = next
  // Requests for this map wait for the same image.
  const drawing = ctx.maps.underWay.run(mapId, () => drawMapImage(ctx, next, mapId))
  const file = await drawing?.catch((error) => {
    ctx.log.warn({ err: error }, 'could not render a map image')
    return undefined
  })
  if (file === undefined) failed.add(mapId)
  return true
}
