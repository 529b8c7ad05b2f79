import { AppError, unknownUrl } from '@/lib/errors'
import type { RateLimit } from '@/lib/network/rate-limiter'
import { limitExceeded } from '@/services/auth/rate-limit-headers'
import type { AppContext } from '@/services/context'
import type { Tile } from '@/services/maps/map-view'
import { openTileCache } from '@/services/maps/tile-cache'
import { fetchTile, type TileResponse } from '@/services/maps/tiles'

const TIMEOUT = 30_000
/** Maximum zoom level of maps. */
const MAX_ZOOM = 20
/**
 * Maximum number of requests to the tile server per client address. Enough for hours of browsing, but not for copying
 * the map.
 */
const LIMIT: RateLimit = { count: 3000, windowSeconds: 600, text: '3000 per 10 minutes' }

export interface TileRequest {
  tile: Tile
  /** Replaces `{s}` in the URL of the tile server. */
  subdomain: string
  /** IP address of the client. */
  address: string
}

/**
 * Returns a tile from the cache or the configured tile server; undefined when that does not respond.
 *
 * @throws 404 when there is no such tile, 429 when the client's address has exceeded its rate limit.
 */
export async function findTile(
  ctx: AppContext,
  { tile, subdomain, address }: TileRequest,
): Promise<TileResponse | undefined> {
  if (!isOnMap(tile)) throw unknownUrl()
  const { tileUrl, cacheFolder } = ctx.config.map
  const access = {
    template: tileUrl,
    subdomain,
    cache: openTileCache(cacheFolder),
    fetch,
    signal: AbortSignal.timeout(TIMEOUT),
    beforeAsking: () => {
      const left = ctx.limiter.spend(`tiles ${address}`, [LIMIT])
      if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
    },
  }
  return fetchTile(tile, access).catch((error) => {
    if (error instanceof AppError) throw error
    ctx.log.debug({ err: error }, 'the tile server does not respond')
    return undefined
  })
}

const isOnMap = ({ z, x, y }: Tile) => z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z
