import type { AppContext } from '@/context'
import type { Tile } from '@/maps/map-view'
import { openTileCache } from '@/maps/tile-cache'
import { fetchTile, type TileAnswer } from '@/maps/tiles'

const TIMEOUT = 30_000

/** A tile from the configured tile server, as it answers or answered lately; undefined when it does not answer. */
export async function findTile(
  ctx: AppContext,
  subdomain: string,
  tile: Tile,
): Promise<TileAnswer | undefined> {
  const { tileUrl, cacheFolder } = ctx.config.map
  const access = {
    template: tileUrl,
    subdomain,
    cache: openTileCache(cacheFolder),
    fetch,
    signal: AbortSignal.timeout(TIMEOUT),
  }
  return fetchTile(tile, access).catch((error) => {
    ctx.log.debug({ err: error }, 'the tile server does not answer')
    return undefined
  })
}
