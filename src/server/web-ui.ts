import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { pathOf } from '@/server/http/request-path'
import { isKnown, takesBrotli, takesGzip } from '@/server/http/responses/compression'
import { PAGE_HEADERS } from '@/server/http/responses/standard-headers'
import { type EmbeddedFile, files } from './manifest.gen'

type Encoding = 'br' | 'gzip'

/** A file ready to send, with its content encoding if it is compressed. */
interface Sendable {
  body: BodyInit
  encoding: Encoding | undefined
}

/** Returns the content of a file for a client that accepts these encodings. */
type Contents = (path: string, file: EmbeddedFile, accepted: string) => Promise<Sendable>

/** Matches paths of files in the texts of other files, as the build writes them. */
const MENTIONED = /\/(?:assets\/[\w.-]+|manifest\.webmanifest)/g
/** The tag by which the page passes the base path to its scripts. */
const BASE_TAG = '<meta name="base-path" content="'

/** The type of compressed files that contain no paths. */
const BINARY = 'application/octet-stream'
const TEXT = { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'no-cache' }
/**
 * Target of content that phones share with the installed app. Its service worker normally handles the request before it
 * reaches the server.
 */
const SHARE = '/share'
/** The methods of pages and files. */
export const PAGE_METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Where password managers send users to change their password (https://w3c.github.io/webappsec-change-password-url/). */
const CHANGE_PASSWORD = '/.well-known/change-password'
const PASSWORD_PAGE = '/profile/edit/account'
/**
 * Matches paths that are never pages: what is not there must be missing for programs that look for files, feeds, media
 * and services.
 */
const NO_PAGE = /^\/(?:\.well-known|assets|media)(?:\/|$)|\.[^/]*$/
/** Pages without personal data. */
const OPEN_TO_SEARCH = ['/about', '/privacy-policy']

/**
 * The pages that search engines may read. No workouts, not even public ones, because they reveal where users live and
 * when they are away.
 */
const robots = (basePath: string) =>
  [
    'User-agent: *',
    ...[...OPEN_TO_SEARCH, '/assets/'].map((path) => `Allow: ${basePath}${path}`),
    `Disallow: ${basePath}/`,
    '',
  ].join('\n')

/**
 * Responds to all requests outside of the API: with the files of the web UI, and with its page for every other path.
 */
export function openWebUi(basePath: string): (request: Request) => Promise<Response> {
  const contents = basePath === '' ? embedded() : rebased(basePath)
  return async (request) => {
    const path = pathOf(request)
    if (request.method === 'POST' && path === SHARE) return redirectTo(303, basePath + SHARE)
    if (request.method !== 'GET')
      return new Response(null, { status: 405, headers: { allow: PAGE_METHODS.join(', ') } })
    if (files[path]) return sendFile(path, request, contents)
    if (path === '/robots.txt') return new Response(robots(basePath), { headers: TEXT })
    if (path === CHANGE_PASSWORD) return redirectTo(302, basePath + PASSWORD_PAGE)
    if (NO_PAGE.test(path)) return new Response('not found\n', { status: 404, headers: TEXT })
    return sendPage(path, request, contents)
  }
}

const redirectTo = (status: 302 | 303, location: string) =>
  new Response(null, { status, headers: { location } })

/** Sends the page of the web UI, which handles all paths. */
async function sendPage(path: string, request: Request, contents: Contents): Promise<Response> {
  const page = await sendFile('/index.html', request, contents)
  for (const [name, value] of Object.entries(PAGE_HEADERS)) page.headers.set(name, value)
  if (!OPEN_TO_SEARCH.includes(path)) page.headers.set('x-robots-tag', 'noindex')
  return page
}

async function sendFile(path: string, request: Request, contents: Contents): Promise<Response> {
  const file = files[path]
  if (!file) return new Response('The web UI is not part of this build.', { status: 404 })
  const accepted = request.headers.get('accept-encoding') ?? ''
  const { body, encoding } = await contents(path, file, accepted)
  const etag = `"${file.hash}${encoding ?? ''}"`
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    vary: 'accept-encoding',
    etag,
  }
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  if (encoding) headers['content-encoding'] = encoding
  return new Response(body, { headers })
}

const readEmbedded = async (br: string) => brotliDecompressSync(await Bun.file(br).bytes())

/**
 * Returns the bytes of a file. The executable contains it compressed with Brotli only. For the few clients that accept
 * gzip instead it is compressed again, once; the others get it decompressed.
 */
function embedded(): Contents {
  const gzipped = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const compress = async (br: string) => new Uint8Array(gzipSync(await readEmbedded(br)))
  return async (path, file, accepted) => {
    if ('raw' in file) return { body: Bun.file(file.raw), encoding: undefined }
    if (takesBrotli(accepted)) return { body: Bun.file(file.br), encoding: 'br' }
    if (!takesGzip(accepted))
      return { body: new Uint8Array(await readEmbedded(file.br)), encoding: undefined }
    const compressed = gzipped.get(path) ?? compress(file.br)
    gzipped.set(path, compressed)
    return { body: await compressed, encoding: 'gzip' }
  }
}

/**
 * Like `embedded`, with the base path added to every path in the texts. Each file is rewritten on its first request.
 */
function rebased(basePath: string): Contents {
  const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const rewrite = async (br: string) => {
    const text = new TextDecoder().decode(await readEmbedded(br))
    const moved = text
      .replace(MENTIONED, (path) => (files[path] ? `${basePath}${path}` : path))
      .replace(BASE_TAG, `${BASE_TAG}${basePath}`)
    return new Uint8Array(gzipSync(moved))
  }
  const unchanged = embedded()
  return async (path, file, accepted) => {
    if ('raw' in file || file.type === BINARY) return unchanged(path, file, accepted)
    const rewritten = made.get(path) ?? rewrite(file.br)
    made.set(path, rewritten)
    const bytes = await rewritten
    return takesGzip(accepted)
      ? { body: bytes, encoding: 'gzip' }
      : { body: Bun.gunzipSync(bytes), encoding: undefined }
  }
}
