import { gzipSync } from 'node:zlib'
import { pathOf } from '@/http/request-path'
import { type EmbeddedFile, files } from './manifest.gen'

type Encoding = 'br' | 'gzip'

/** A file as it can be sent: compressed as said, or as it is. */
interface Sendable {
  body: BodyInit
  encoding: Encoding | undefined
}

/** Gives the content of a file to a client that takes these encodings. */
type Contents = (path: string, file: EmbeddedFile, accepted: string) => Promise<Sendable>

/** Paths of files in the texts of other files, as the build writes them. */
const MENTIONED = /\/(?:assets\/[\w.-]+|manifest\.webmanifest)/g
/** Where the page tells its scripts the base path. */
const BASE_TAG = '<meta name="base-path" content="'

const TEXT = { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'no-cache' }
/** Where phones send what is shared with the installed app; its service worker takes it before it gets here. */
const SHARE = '/share'
/** Pages that say nothing about anybody. */
const OPEN_TO_SEARCH = ['/about', '/privacy-policy']

/** What search engines may read. Workouts tell where people live and when they are out: none, also not public ones. */
const robots = (basePath: string) =>
  [
    'User-agent: *',
    ...[...OPEN_TO_SEARCH, '/assets/'].map((path) => `Allow: ${basePath}${path}`),
    `Disallow: ${basePath}/`,
    '',
  ].join('\n')

/** Answers everything that is not the API: the files of the web UI, and its page for every other path. */
export function openWebUi(basePath: string): (request: Request) => Promise<Response> {
  const contents = basePath === '' ? embedded : rebased(basePath)
  return async (request) => {
    const path = pathOf(request)
    if (request.method === 'POST' && path === SHARE)
      return new Response(null, { status: 303, headers: { location: `${basePath}${SHARE}` } })
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405 })
    if (files[path]) return sendFile(path, request, contents)
    if (path === '/robots.txt') return new Response(robots(basePath), { headers: TEXT })
    if (path.startsWith('/assets/')) return new Response('not found', { status: 404 })
    const page = await sendFile('/index.html', request, contents)
    if (!OPEN_TO_SEARCH.includes(path)) page.headers.set('x-robots-tag', 'noindex')
    return page
  }
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
  if (request.headers.get('if-none-match') === etag)
    return new Response(null, { status: 304, headers })
  if (encoding) headers['content-encoding'] = encoding
  return new Response(body, { headers })
}

const takesGzip = (accepted: string) => /\bgzip\b/.test(accepted)

/** The bytes of a file; for the few clients that take no compressed ones it is unpacked on the way. */
const embedded: Contents = async (_, file, accepted) => {
  if ('raw' in file) return { body: Bun.file(file.raw), encoding: undefined }
  if (/\bbr\b/.test(accepted)) return { body: Bun.file(file.br), encoding: 'br' }
  if (takesGzip(accepted)) return { body: Bun.file(file.gz), encoding: 'gzip' }
  const body = Bun.file(file.gz).stream().pipeThrough(new DecompressionStream('gzip'))
  return { body, encoding: undefined }
}

/** The same below a base path, which is put before every path in the texts once they are asked for. */
function rebased(basePath: string): Contents {
  const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const rewrite = async (gz: string) => {
    const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(gz).bytes()))
    const moved = text
      .replace(MENTIONED, (path) => (files[path] ? `${basePath}${path}` : path))
      .replace(BASE_TAG, `${BASE_TAG}${basePath}`)
    return new Uint8Array(gzipSync(moved))
  }
  return async (path, file, accepted) => {
    if ('raw' in file) return embedded(path, file, accepted)
    const rewritten = made.get(path) ?? rewrite(file.gz)
    made.set(path, rewritten)
    const bytes = await rewritten
    return takesGzip(accepted)
      ? { body: bytes, encoding: 'gzip' }
      : { body: Bun.gunzipSync(bytes), encoding: undefined }
  }
}
