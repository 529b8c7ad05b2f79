import { limitExceeded } from '@/auth/allowance'
import type { AppContext } from '@/context'
import { AppError, unknownUrl } from '@/errors'
import type { RateLimit } from '@/lib/rate-limiter'
import type { Tile } from '@/maps/map-view'
import { openTileCache } from '@/maps/tile-cache'
import { fetchTile, type TileAnswer } from '@/maps/tiles'

const TIMEOUT = 30_000
/** The closest that maps are shown. */
const LARGEST_ZOOM = 20
/** How often one address may have the tile server asked: some hours of looking around, no copy of the world. */
const LIMIT: RateLimit = { count: 3000, windowSeconds: 600, text: '3000 per 10 minutes' }

/** A tile that somebody wants to see. */
export interface TileRequest {
  tile: Tile
  /** Stands for `{s}` in the address of the tile server. */
  subdomain: string
  /** From where it is asked for. */
  address: string
}

/**
 * A tile from the configured tile server, as it answers or answered lately; undefined when it does not answer.
 *
 * @throws 404 for a place that no map has, 429 for an address that has had too many fetched.
 */
export async function findTile(
  ctx: AppContext,
  { tile, subdomain, address }: TileRequest,
): Promise<TileAnswer | undefined> {
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
    ctx.log.debug({ err: error }, 'the tile server does not answer')
    return undefined
  })
}

const isOnMap = ({ z, x, y }: Tile) => z <= LARGEST_ZOOM && x < 2 ** z && y < 2 ** z
