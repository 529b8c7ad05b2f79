import { type OutgoingAccess, readBounded } from '@/lib/network/outgoing'
import { fillText } from '@/lib/text/escape-markup'
import { VERSION } from '@/lib/version'
import type { Tile } from './map-view'
import type { TileCache } from './tile-cache'

/** A tile from the map file, the tile server or the cache. */
interface TileImage {
  status: 200
  type: string
  bytes: Uint8Array<ArrayBuffer>
  /** Whether the bytes are compressed with gzip, as vector tiles are. */
  isGzipped?: boolean
}

/**
 * Any other response: the status to return, and whether the server failed (`isTrouble`) rather than not having the
 * tile.
 */
interface TileError {
  status: number
  isTrouble: boolean
  bytes?: undefined
}

export type TileResponse = TileImage | TileError

export interface TileAccess extends OutgoingAccess {
  /** URL with `{z}`, `{x}`, `{y}` and possibly `{s}`. */
  template: string
  /** Value for `{s}`. If undefined, `{s}.` is dropped from the URL. */
  subdomain: string | undefined
  cache: TileCache
  signal: AbortSignal
  /** Called before a request to the server. An error prevents the request. */
  beforeAsking?: () => void
}

/** Larger responses cannot be tiles and would only use memory. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/** The first bytes of the image formats of tiles. */
const SIGNATURES: [type: string, offset: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
]
/** Response for a successful status without an image, as from a bad gateway. */
const NO_TILE: TileError = { status: 502, isTrouble: false }

/**
 * Gets a tile from the cache or the tile server. An expired tile is requested again, and used if the server fails. Only
 * images are returned, recognised by their bytes, whatever their content type. Redirects are not followed.
 *
 * @throws the error of `fetch` when the server does not respond and the tile is not cached.
 */
export async function fetchTile(tile: Tile, access: TileAccess): Promise<TileResponse> {
  const key = `${access.template} ${tile.z}/${tile.x}/${tile.y}`
  const cached = await access.cache.find(key)
  const storedResponse = cached && toTileImage(new Uint8Array(cached.bytes))
  if (storedResponse && cached?.isFresh) return storedResponse
  try {
    access.beforeAsking?.()
    const asking = fetchFrom(tile, access)
    const response = await (access.wait ? access.wait(asking) : asking)
    if (response.bytes) await access.cache.store(key, response.bytes)
    return storedResponse && response.status >= 500 ? storedResponse : response
  } catch (error) {
    if (storedResponse) return storedResponse
    throw error
  }
}

/** The response for an image. Undefined if the bytes are not an image. */
function toTileImage(bytes: Uint8Array<ArrayBuffer>): TileImage | undefined {
  const type = imageType(bytes)
  return type === undefined ? undefined : { status: 200, type, bytes }
}

/** Detects the media type of PNG, JPEG and WebP images. Returns undefined for any other bytes. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16))
  return SIGNATURES.find(([, offset, text]) =>
    start.toString('latin1', offset).startsWith(text),
  )?.[0]
}

async function fetchFrom(
  tile: Tile,
  { template, subdomain, fetch, signal }: TileAccess,
): Promise<TileResponse> {
  const headers = { 'user-agent': `Milepost v${VERSION.server}` }
  const address = addressOf(template, tile, subdomain)
  const response = await fetch(address, { headers, signal, redirect: 'manual' })
  if (response.status === 200) {
    const bytes = await readBounded(response, MAX_RESPONSE_BYTES)
    if (!bytes) throw new Error('a tile is too large')
    return toTileImage(bytes) ?? NO_TILE
  }
  await response.body?.cancel().catch(() => undefined)
  if (response.status < 400) return NO_TILE
  return { status: response.status, isTrouble: response.status >= 500 || response.status === 429 }
}

function addressOf(template: string, { z, x, y }: Tile, subdomain: string | undefined): string {
  const values = { z: `${z}`, x: `${x}`, y: `${y}`, s: subdomain ?? '' }
  const withHost = subdomain === undefined ? template.replaceAll('{s}.', '') : template
  return fillText(withHost, values)
}
