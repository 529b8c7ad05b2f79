import { type Outside, readAtMost } from '@/lib/outgoing'
import { fillText } from '@/lib/text'
import { VERSION } from '@/version'
import type { Tile } from './map-view'
import type { TileCache } from './tile-cache'

/** An image that a tile server answered, or answered earlier. */
interface TileImage {
  status: 200
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What else it answered: the status to pass on, and whether the server is in trouble rather than without the tile. */
interface TileRefusal {
  status: number
  isTrouble: boolean
  bytes?: undefined
}

export type TileAnswer = TileImage | TileRefusal

export interface TileAccess extends Outside {
  /** Address with `{z}`, `{x}`, `{y}` and possibly `{s}`. */
  template: string
  /** What stands for `{s}`; undefined: `{s}.` is left out. */
  subdomain: string | undefined
  cache: TileCache
  signal: AbortSignal
  /** Called before the server is asked; what it throws prevents that. */
  beforeAsking?: () => void
}

/** No tile is that large; reading on would only fill the memory. */
const LARGEST_ANSWER = 4 * 1024 * 1024

/** First bytes of the kinds of images that tiles are. */
const SIGNATURES: [type: string, offset: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/webp', 8, 'WEBP'],
]
/** An answer that claims to be a tile and is none is a bad gateway's. */
const NO_TILE: TileRefusal = { status: 502, isTrouble: false }

/**
 * One tile from the cache or the tile server. A tile that is old is asked for again, and does while the server fails.
 * Only images come back, by their bytes and whatever the server calls them; redirects are not followed.
 *
 * @throws whatever `fetch` throws when the server does not answer and the tile is not at hand.
 */
export async function fetchTile(tile: Tile, access: TileAccess): Promise<TileAnswer> {
  const key = `${access.template} ${tile.z}/${tile.x}/${tile.y}`
  const kept = await access.cache.find(key)
  const keptAnswer = kept && asAnswer(new Uint8Array(kept.bytes))
  if (keptAnswer && kept?.isFresh) return keptAnswer
  try {
    access.beforeAsking?.()
    const asking = ask(tile, access)
    const answer = await (access.wait ? access.wait(asking) : asking)
    if (answer.bytes) await access.cache.keep(key, answer.bytes)
    return keptAnswer && answer.status >= 500 ? keptAnswer : answer
  } catch (error) {
    if (keptAnswer) return keptAnswer
    throw error
  }
}

/** The answer with an image; undefined for bytes that are none. */
function asAnswer(bytes: Uint8Array<ArrayBuffer>): TileImage | undefined {
  const type = imageType(bytes)
  return type === undefined ? undefined : { status: 200, type, bytes }
}

/** The media type of PNG, JPEG and WebP images; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16))
  return SIGNATURES.find(([, offset, text]) =>
    start.toString('latin1', offset).startsWith(text),
  )?.[0]
}

async function ask(
  tile: Tile,
  { template, subdomain, fetch, signal }: TileAccess,
): Promise<TileAnswer> {
  const headers = { 'user-agent': `Milepost v${VERSION.server}` }
  const address = addressOf(template, tile, subdomain)
  const answer = await fetch(address, { headers, signal, redirect: 'manual' })
  if (answer.status === 200) {
    const bytes = await readAtMost(answer, LARGEST_ANSWER)
    if (!bytes) throw new Error('a tile is too large')
    return asAnswer(bytes) ?? NO_TILE
  }
  await answer.body?.cancel().catch(() => undefined)
  if (answer.status < 400) return NO_TILE
  return { status: answer.status, isTrouble: answer.status >= 500 || answer.status === 429 }
}

function addressOf(template: string, { z, x, y }: Tile, subdomain: string | undefined): string {
  const values = { z: `${z}`, x: `${x}`, y: `${y}`, s: subdomain ?? '' }
  const withHost = subdomain === undefined ? template.replaceAll('{s}.', '') : template
  return fillText(withHost, values)
}
