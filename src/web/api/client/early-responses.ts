import { toServerPath } from './server-path'
import { getRequestHeaders } from './stored-token'

/** A request that was sent while the scripts of the page were still loading. */
interface EarlyResponse {
  /** The `Authorization` header of the request; null without one. */
  authorization: string | null
  response: Promise<Response>
}

declare global {
  interface Window {
    /** By URL, each until its first use. */
    earlyResponses?: Map<string, EarlyResponse>
  }
}

/** Milliseconds after the start of the page for which early responses are used; later ones may be out of date. */
const MAX_AGE = 10_000

const authorizationIn = (headers: Headers) => headers.get('authorization')

/** Sends a request for which the screen would have to wait until its scripts have loaded. */
export function requestEarly(path: string): void {
  const url = `${window.location.origin}${toServerPath(path)}`
  const headers = getRequestHeaders()
  const response = fetch(url, { headers }).then(readBody)
  // An error is reported when the response is used.
  response.catch(() => undefined)
  window.earlyResponses ??= new Map()
  window.earlyResponses.set(url, {
    authorization: authorizationIn(new Headers(headers)),
    response,
  })
}

/** Reads a body that may never be used: an unread one would keep its connection busy. */
const readBody = async (response: Response) => new Response(await response.arrayBuffer(), response)

/**
 * Returns the early response to a request of the same user, once; undefined if there is none, if it failed, or if the
 * page is older than ten seconds.
 */
export async function takeEarlyResponse(
  url: string,
  { method = 'GET', headers }: { method?: string | undefined; headers: Headers },
): Promise<Response | undefined> {
  const early = window.earlyResponses?.get(url)
  if (!early || method !== 'GET') return undefined
  window.earlyResponses?.delete(url)
  const isUsable = performance.now() < MAX_AGE && early.authorization === authorizationIn(headers)
  return isUsable ? early.response.catch(() => undefined) : undefined
}
