import { AppError, concurrencyLimitReached, unknownUrl } from '@/lib/errors'
import type { RateLimit } from '@/lib/network/rate-limiter'
import { limitExceeded } from '@/services/auth/rate-limit-headers'
import type { AppContext } from '@/services/context'
import { drawTile } from '@/services/maps/load-ground'
import type { LocalMap } from '@/services/maps/map-file/local-map'
import type { MapFile } from '@/services/maps/map-file/map-file'
import { isGzipped, unpackTile, VECTOR_TILE_TYPE } from '@/services/maps/map-file/open-map-file'
import type { Tile } from '@/services/maps/map-view'
import { openTileCache } from '@/services/maps/tile-cache'
import { fetchTile, imageType, type TileResponse } from '@/services/maps/tiles'

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
  kind: 'raster' | 'vector'
  /** Whether vector tiles may be compressed with gzip. */
  acceptsGzip: boolean
  /** Replaces `{s}` in the URL of the tile server. */
  subdomain: string
  /** IP address of the client. */
  address: string
}

/**
 * Returns a tile from the map file, the cache or the configured tile server; undefined when that does not respond.
 *
 * @throws 404 when there is no such tile, 429 when the client's address has exceeded its rate limit, 503 while too many
 * tiles are being drawn.
 */
export async function findTile(
  ctx: AppContext,
  request: TileRequest,
): Promise<TileResponse | undefined> {
  if (!isOnMap(request.tile)) throw unknownUrl()
  if (ctx.localMap) return readLocalTile(ctx, ctx.localMap, request)
  const { tileUrl } = ctx.config.map
  if (tileUrl === undefined || request.kind === 'vector') throw unknownUrl()
  return askTileServer(ctx, tileUrl, request)
}

async function askTileServer(
  ctx: AppContext,
  template: string,
  { tile, subdomain, address }: TileRequest,
): Promise<TileResponse | undefined> {
  const access = {
    template,
    subdomain,
    cache: openTileCache(ctx.config.map.cacheFolder),
    fetch,
    signal: AbortSignal.timeout(TIMEOUT),
    beforeAsking: () => spend(ctx, address),
  }
  return fetchTile(tile, access).catch((error) => {
    if (error instanceof AppError) throw error
    ctx.log.debug({ err: error }, 'the tile server does not respond')
    return undefined
  })
}

function spend(ctx: AppContext, address: string): void {
  const left = ctx.limiter.spend(`tiles ${address}`, [LIMIT])
  if (left && left.remaining < 0) throw limitExceeded(left, ctx.clock.now())
}

/** Tiles that are missing or damaged are the same to clients: they show the coarse map there. */
async function readLocalTile(
  ctx: AppContext,
  localMap: LocalMap,
  request: TileRequest,
): Promise<TileResponse> {
  const file = await localMap.open()
  if (!file || (request.kind === 'vector' && file.info.kind === 'raster')) throw unknownUrl()
  const isStored = file.info.kind === request.kind && request.tile.z <= file.info.maxZoom
  const bytes = await (isStored
    ? readStored(file, request)
    : drawOnce(ctx, { localMap, file }, request)
  ).catch((error) => {
    if (error instanceof AppError) throw error
    localMap.logFailure(error)
  })
  const type = bytes && (request.kind === 'vector' ? VECTOR_TILE_TYPE : imageType(bytes))
  if (!type) throw unknownUrl()
  return { status: 200, type, bytes, isGzipped: isGzipped(bytes) }
}

async function readStored(file: MapFile, { tile, acceptsGzip }: TileRequest) {
  const bytes = await file.readTile(tile)
  return bytes && !acceptsGzip ? unpackTile(bytes) : bytes
}

/** Draws a vector tile, or a part of an image, for clients that ask for images. */
async function drawOnce(
  ctx: AppContext,
  { localMap, file }: { localMap: LocalMap; file: MapFile },
  { tile, kind, address }: TileRequest,
) {
  if (kind === 'vector') return undefined
  const cache = openTileCache(ctx.config.map.cacheFolder)
  const key = `${file.id} ${tile.z}/${tile.x}/${tile.y}`
  const cached = await cache.find(key)
  if (cached) return new Uint8Array(cached.bytes)
  spend(ctx, address)
  const release = await localMap.drawings.acquire('tiles')
  if (!release) throw concurrencyLimitReached()
  const bytes = await drawTile(file, tile).finally(release)
  if (bytes) await cache.store(key, bytes)
  return bytes
}

const isOnMap = ({ z, x, y }: Tile) => z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z
