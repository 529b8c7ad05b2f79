import { pathOf } from '@/http/request-path'
import { type EmbeddedFile, files } from './manifest.gen'

type Encoding = 'br' | 'gzip'

/** Answers everything that is not the API: the files of the web UI, and its page for every other path. */
export function answerWebUi(request: Request): Response {
  const path = pathOf(request)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response(null, { status: 405 })
  if (files[path]) return sendFile(path, request)
  if (path.startsWith('/assets/')) return new Response('not found', { status: 404 })
  return sendFile('/index.html', request)
}

function sendFile(path: string, request: Request): Response {
  const file = files[path]
  if (!file) return new Response('The web UI is not part of this build.', { status: 404 })
  const encoding = chooseEncoding(request, file)
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
  return new Response(contentOf(file, encoding), { headers })
}

/** The bytes of a file; for the few clients that take no compressed ones it is unpacked on the way. */
function contentOf(file: EmbeddedFile, encoding: Encoding | undefined): BodyInit {
  if ('raw' in file) return Bun.file(file.raw)
  if (encoding === 'br') return Bun.file(file.br)
  if (encoding === 'gzip') return Bun.file(file.gz)
  return Bun.file(file.gz).stream().pipeThrough(new DecompressionStream('gzip'))
}

function chooseEncoding(request: Request, file: EmbeddedFile): Encoding | undefined {
  if ('raw' in file) return undefined
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}
