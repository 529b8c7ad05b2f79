import type { AppContext } from '@/context'
import { VERSION } from '@/version'

const TIMEOUT = 30_000

/** Address parts of one map tile. */
export interface TileAddress {
  s: string
  z: number
  x: number
  y: number
}

/** Fetches one tile from the configured tile server; its status and type are passed on. 504 when it does not answer. */
export async function fetchTile(ctx: AppContext, tile: TileAddress): Promise<Response> {
  const url = ctx.config.map.tileUrl
    .replace('{s}', tile.s)
    .replace('{z}', String(tile.z))
    .replace('{x}', String(tile.x))
    .replace('{y}', String(tile.y))
  const headers = { 'user-agent': `Milepost v${VERSION.server}` }
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT) }).catch(
    () => undefined,
  )
  if (!answer) return new Response(null, { status: 504 })
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      'content-type': answer.headers.get('content-type') ?? 'image/png',
      'cache-control': answer.ok ? 'public, max-age=604800' : 'no-store',
    },
  })
}
