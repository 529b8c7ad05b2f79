import type { AppContext } from '@/services/context'
import { drawNextMap } from '@/use-cases/workouts/write/render-next-map'
import type { IdleWork } from './idle-work'

const OPEN_STREET_MAP = /\/\/[^/]*\bopenstreetmap\.org\//

/**
 * Idle work that draws the maps of the newest workouts, one at a time, before they are requested. Does nothing with the
 * tiles of OpenStreetMap, whose usage policy forbids prefetching.
 */
export function drawingAhead(ctx: AppContext): IdleWork[] {
  const failed = new Set<string>()
  if (OPEN_STREET_MAP.test(ctx.config.map.imageTileUrl ?? '')) return []
  const next = async () => !ctx.maps.isResting() && drawNextMap(ctx, failed)
  return [{ next, failure: 'no map was drawn ahead' }]
}
