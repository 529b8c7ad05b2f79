import type { AppContext } from '@/context'
import { drawNextMap } from '@/use-cases/workouts/draw-next-map'
import type { IdleWork } from './idle-work'

const OPEN_STREET_MAP = /\/\/[^/]*\bopenstreetmap\.org\//

/**
 * Draws the maps of the newest workouts while nothing else is done, one at a time, so that they are there when somebody
 * asks. Not with the tiles of OpenStreetMap: its rules forbid to fetch what nobody looks at.
 */
export function drawingAhead(ctx: AppContext): IdleWork[] {
  const failed = new Set<string>()
  if (OPEN_STREET_MAP.test(ctx.config.map.imageTileUrl)) return []
  const next = async () => !ctx.maps.isResting() && drawNextMap(ctx, failed)
  return [{ next, failure: 'no map was drawn ahead' }]
}
