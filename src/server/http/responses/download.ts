import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { preconditionFailed } from '@/lib/errors'
import { entityTag, gzippedTag } from '@/lib/network/entity-tag'
import { formatHttpDate } from '@/lib/time/http-date'
import { bytes, type DocumentedError, type DocumentedResponse } from '@/server/http/operation'
import { notModified, takesGzip } from './compression'
import { checkReadConditions, isRangeCurrent, type Validators } from './preconditions'

/** A stored file to download. Its name on disk must be a new one whenever its content changes. */
export interface Download {
  path: string
  type: string
  /** Name the browser saves it under; ASCII that needs no quoting. */
  name: string
  /** Whether the file on disk is compressed with gzip, which clients need not know. */
  isGzipped?: boolean
}

/** A text to download that is generated while it is sent. */
export interface GeneratedDownload extends Omit<Download, 'path' | 'isGzipped'> {
  chunks: Iterator<string>
}

/** A version of a file in a certain encoding. */
interface Representation extends Validators {
  headers: Record<string, string>
  etag: string
  body: Blob | ReadableStream
}

/** Media types of text, which is worth compressing. Other formats of recordings are compact or compressed. */
const TEXT = /^text\/|xml|json|igc/
const MIN_PACKED = 1024

const headersOf = ({ name, type }: Pick<Download, 'name' | 'type'>) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'content-type': type,
})

/**
 * Sends a file as an attachment, for programs that resume downloads and sync clients: with an entity tag, the time of
 * its last change, and a single `Range`. Texts, and files that are stored compressed, are sent compressed to clients that
 * accept it.
 *
 * @throws 412 when a condition of the request is not met
 */
export async function sendDownload(request: Request, download: Download): Promise<Response> {
  const found = await findRepresentation(request, download)
  const outcome = checkReadConditions(request, found)
  if (outcome === 'failed') throw preconditionFailed()
  if (outcome === 'not modified') return notModified(found.headers)
  const { body, headers: known } = found
  const asked = isRangeCurrent(request, found) ? request.headers.get('range') : null
  const range = body instanceof Blob ? requestedRange(asked, body.size) : undefined
  if (range === undefined || !(body instanceof Blob)) return new Response(body, { headers: known })
  const place = range === 'outside' ? '*' : `${range[0]}-${range[1]}`
  const headers = { ...known, 'content-range': `bytes ${place}/${body.size}` }
  if (range === 'outside')
    return new Response(null, { status: 416, headers: withoutEncoding(headers) })
  const [first, last] = range
  return new Response(body.slice(first, last + 1), { status: 206, headers })
}

/** A response without a body has no encoding. */
function withoutEncoding({
  'content-encoding': _encoding,
  ...headers
}: Record<string, string>): Record<string, string> {
  return headers
}

async function findRepresentation(
  request: Request,
  { path, isGzipped = false, ...download }: Download,
): Promise<Representation> {
  const { size, mtimeMs: modifiedAt } = await stat(path)
  const isPacked =
    takesGzip(request.headers.get('accept-encoding')) &&
    (isGzipped || isWorthPacking(request, download.type, size))
  const plainTag = entityTag(`${basename(path)} ${size}`)
  const etag = isPacked ? gzippedTag(plainTag) : plainTag
  const body = bodyOf(path, { isGzipped, isPacked })
  const headers: Record<string, string> = {
    ...headersOf(download),
    'accept-ranges': isGzipped && !isPacked ? 'none' : 'bytes',
    'cache-control': 'private, no-cache',
    etag,
    'last-modified': formatHttpDate(modifiedAt),
    vary: 'accept-encoding',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  }
  return { headers, etag, modifiedAt, body }
}

/** Parts are only sent of files as they are stored. */
const isWorthPacking = ({ headers }: Request, type: string, size: number) =>
  size >= MIN_PACKED && TEXT.test(type) && !headers.has('range')

/** A file that is compressed or not, with or without gzip: as it is stored if possible, or else as a stream. */
function bodyOf(
  path: string,
  { isGzipped, isPacked }: { isGzipped: boolean; isPacked: boolean },
): Blob | ReadableStream {
  const file = Bun.file(path)
  if (isGzipped === isPacked) return file
  const conversion = isPacked ? new CompressionStream('gzip') : new DecompressionStream('gzip')
  return file.stream().pipeThrough(conversion)
}

/** First and last requested byte; undefined for the whole file, also for several ranges or malformed ones. */
function requestedRange(
  header: string | null,
  size: number,
): [number, number] | 'outside' | undefined {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'outside' : [start, end]
}

/** Sends a text as an attachment while it is generated, compressed for clients that accept it. */
export function sendGenerated(
  request: Request,
  { chunks, ...download }: GeneratedDownload,
): Response {
  const headers = { ...headersOf(download), vary: 'accept-encoding' }
  const text = streamOf(chunks)
  if (!takesGzip(request.headers.get('accept-encoding'))) return new Response(text, { headers })
  const packed = text.pipeThrough(new CompressionStream('gzip'))
  return new Response(packed, { headers: { ...headers, 'content-encoding': 'gzip' } })
}

/** Streams texts one after the other, as fast as the client reads them. */
function streamOf(chunks: Iterator<string>): ReadableStream {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: (controller) => {
      const { value, done } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

/** What the API document says about the responses of `sendDownload`. */
export const downloadResponses = (
  mediaType: string,
  description: string,
): Record<number, DocumentedResponse> => ({
  200: bytes(mediaType, description),
  206: bytes(
    mediaType,
    'The part that `range` requests; the whole file if `if-range` is outdated.',
  ),
  304: { empty: 'The file is still the one of `if-none-match` or `if-modified-since`.' },
})
export const DOWNLOAD_ERRORS: Record<number, DocumentedError> = {
  412: 'The file is not the one of `if-match`, or newer than `if-unmodified-since`.',
  416: { when: 'The range is outside of the file.', empty: true },
}
