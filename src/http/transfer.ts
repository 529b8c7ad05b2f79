import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const gzipAside = promisify(gzip)

/** Bytes from which on an answer is worth compressing. */
const WORTH_COMPRESSING = 1024
/** Bytes up to which that is done at once: another thread costs more than it takes. */
const QUICK = 65_536
/** Fast rather than small. */
const LEVEL = 1

/** What is sent again and again without change: JSON, and feeds. */
const REPEATED = /^(application\/json|text\/xml)/

/**
 * Prepares what is read for its way: it gets an entity tag, so that who has it already is told so (304) instead of
 * being sent it again, and is compressed for clients that take gzip. Everything else is left as it is.
 */
export async function forTransfer(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response
  const type = headers.get('content-type') ?? ''
  const isRepeated = request.method === 'GET' && status === 200 && REPEATED.test(type)
  if (!isRepeated || headers.has('etag') || headers.has('cache-control')) return response
  const body = new Uint8Array(await response.arrayBuffer())
  // Weak: the same answer may be sent in two encodings.
  const etag = `W/"${Bun.hash(body).toString(36)}"`
  headers.set('etag', etag)
  // It may be kept by the client alone, who asks each time whether it is still good.
  headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'accept-encoding, authorization, x-api-dialect')
  if (isKnown(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  const isLarge = body.length >= WORTH_COMPRESSING
  if (!isLarge || !takesGzip(request.headers.get('accept-encoding')))
    return new Response(body, { headers })
  headers.set('content-encoding', 'gzip')
  return new Response(await compress(body), { headers })
}

const compress = async (body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  body.length <= QUICK
    ? Bun.gzipSync(body, { level: LEVEL })
    : new Uint8Array(await gzipAside(body, { level: LEVEL }))

const isKnown = (header: string | null, etag: string): boolean =>
  header?.split(',').some((known) => known.trim() === etag || known.trim() === '*') ?? false

/** `gzip` or `*`, unless it is refused by `q=0`. */
const takesGzip = (header: string | null): boolean =>
  header?.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    return (name === 'gzip' || name === '*') && !isRefused
  }) ?? false
