import { entityTag, isKnownTag } from '@/lib/entity-tag'
import { pack, unpack } from '@/lib/gzip'

/** Bytes from which on an answer is worth compressing. */
const WORTH_COMPRESSING = 1024

/** What is sent again and again without change: JSON, and feeds. */
const REPEATED = /^(application\/json|text\/xml)/

type Bytes = Uint8Array<ArrayBuffer>

/** An answer whose bytes are at hand, for who wants to remember them. */
export class BytesResponse extends Response {
  readonly bytesAtHand: Bytes

  constructor(body: Bytes, headers: Headers) {
    super(body, { headers })
    this.bytesAtHand = body
  }
}

/**
 * Prepares what is read for its way: it gets an entity tag, so that who has it already is told so (304) instead of
 * being sent it again, and is compressed for clients that take gzip. Everything else is left as it is.
 */
export async function forTransfer(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response
  const type = headers.get('content-type') ?? ''
  const isRepeated = request.method === 'GET' && status === 200 && REPEATED.test(type)
  if (!isRepeated) return response
  // Packed by its route: Elysia has made another response of it, whose bytes are not at hand any more.
  if (headers.has('etag')) return new BytesResponse(await response.bytes(), headers)
  if (headers.has('cache-control')) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const etag = entityTag(body)
  tag(headers, etag)
  if (isKnown(request, etag)) return notModified(headers)
  const isLarge = body.length >= WORTH_COMPRESSING
  if (!isLarge || !takesGzip(request.headers.get('accept-encoding')))
    return new BytesResponse(body, headers)
  headers.set('content-encoding', 'gzip')
  return new BytesResponse(await pack(body, 1), headers)
}

/** JSON packed by gzip; the type says which JSON it is. */
interface PackedJson<Json> {
  etag: string
  body: Buffer
  json?: Json
}

/**
 * Sends JSON that was packed before: as it is to clients that take gzip, unpacked to others, and nothing to those that
 * have it. The type is that of the JSON, for the client of the web UI.
 *
 * NOTE gzip, because every client takes it: browsers take Brotli and zstd by TLS alone, and many programs neither.
 */
export async function sendPacked<Json>(request: Request, packed: PackedJson<Json>): Promise<Json> {
  return (await packedResponse(request, packed)) as Json
}

async function packedResponse(
  request: Request,
  { etag, body }: PackedJson<unknown>,
): Promise<Response> {
  const headers = new Headers({ 'content-type': 'application/json' })
  tag(headers, etag)
  if (isKnown(request, etag)) return notModified(headers)
  const packed = new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length)
  if (!takesGzip(request.headers.get('accept-encoding')))
    return new BytesResponse(await unpack(packed), headers)
  headers.set('content-encoding', 'gzip')
  return new BytesResponse(packed, headers)
}

/** Sends a file whose entity tag is among the headers, and nothing to those that have it. */
export const sendTagged = (
  request: Request,
  path: string,
  headers: { etag: string; [name: string]: string },
): Response =>
  isKnown(request, headers.etag)
    ? notModified(new Headers(headers))
    : new Response(Bun.file(path), { headers })

/** It may be kept by the client alone, who asks each time whether it is still good. */
function tag(headers: Headers, etag: string): void {
  headers.set('etag', etag)
  headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'accept-encoding, authorization, x-api-dialect')
}

/** Whether the client has an answer already. */
export const isKnown = (request: Request, etag: string): boolean =>
  isKnownTag(request.headers.get('if-none-match'), etag)

/** 304, with the headers of the answer that the client has. */
export function notModified(headers: Headers): Response {
  headers.delete('content-type')
  return new Response(null, { status: 304, headers })
}

/** Whether an `Accept-Encoding` header takes gzip: `gzip` or `*`, unless it is refused by `q=0`. */
export const takesGzip = (header: string | null): boolean =>
  header?.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    return (name === 'gzip' || name === '*') && !isRefused
  }) ?? false
