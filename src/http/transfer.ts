import { entityTag, isKnownTag } from '@/lib/entity-tag'
import { pack, unpack } from '@/lib/gzip'

/** Characters from which on an answer is worth compressing. */
const WORTH_COMPRESSING = 1024

/** What is sent again and again without change: JSON, and feeds. */
const REPEATED = /^(application\/json|text\/xml)/

type Bytes = Uint8Array<ArrayBuffer>

/** Headers by their names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>

/** An answer that is complete, and whose body and headers are at hand for who wants to remember them. */
export class WholeResponse extends Response {
  readonly bodyAtHand: Bytes | string
  readonly headersAtHand: HeaderRecord

  constructor(body: Bytes | string, headers: HeaderRecord) {
    super(body, { headers })
    this.bodyAtHand = body
    this.headersAtHand = headers
  }
}

/** JSON packed by gzip; the type says which JSON it is. */
interface KeptJson<Json> {
  etag: string
  body: Buffer
  json?: Json
}

/** What a route answers that has its JSON packed by gzip. */
class PackedJson {
  readonly etag: string
  readonly body: Buffer

  constructor({ etag, body }: KeptJson<unknown>) {
    this.etag = etag
    this.body = body
  }
}

/**
 * Sends JSON that was packed before: as it is to clients that take gzip, unpacked to others, and nothing to those that
 * have it. The type is that of the JSON, for the client of the web UI.
 *
 * NOTE gzip, because every client takes it: browsers take Brotli and zstd by TLS alone, and many programs neither.
 */
export const sendPacked = <Json>(kept: KeptJson<Json>): Json =>
  new PackedJson(kept) as unknown as Json

/** What is looked at of a call when its route has answered; named one by one, or Elysia would parse the whole request. */
interface Answered {
  request: Request
  responseValue?: unknown
  set: { headers: object; status?: number | string }
}

/**
 * The last step of every route. What is read gets an entity tag, so that who has it already is told so (304) instead of
 * being sent it again, and is compressed for clients that take gzip. Everything else is left to Elysia. `standard` are
 * the headers of every answer.
 *
 * NOTE one response is made, with all its headers: each further one, and each header that is set later, costs as much
 * as a statement.
 */
export const forTransfer =
  (standard: HeaderRecord) =>
  async ({ request, responseValue: value, set }: Answered): Promise<Response | undefined> => {
    if (value instanceof PackedJson) return sendBody(request, value, takeHeaders(set, standard))
    if (request.method !== 'GET' || set.status !== 200) return undefined
    const text = await repeatedText(value)
    if (text === undefined || 'cache-control' in set.headers) return undefined
    const headers = { ...takeHeaders(set, standard), ...text.headers }
    return sendBody(request, { etag: entityTag(text.body), text: text.body }, headers)
  }

/** The headers of an answer, which Elysia would else make another response for. */
function takeHeaders(set: Answered['set'], standard: HeaderRecord): HeaderRecord {
  const headers = { ...standard, 'content-type': 'application/json', ...set.headers }
  set.headers = {}
  return headers
}

interface RepeatedText {
  body: string
  headers: HeaderRecord
}

/** What a route has answered as text that is sent again and again; undefined for anything else. */
async function repeatedText(value: unknown): Promise<RepeatedText | undefined> {
  if (value instanceof Response) {
    const { status, headers } = value
    const type = headers.get('content-type') ?? ''
    const isRepeated = status === 200 && REPEATED.test(type)
    if (!isRepeated || headers.has('cache-control')) return undefined
    const given = { ...Object.fromEntries(headers), 'content-type': plainType(type) }
    return { body: await value.text(), headers: given }
  }
  if (!isPlain(value)) return undefined
  return { body: JSON.stringify(value), headers: {} }
}

/** JSON goes out as plain `application/json`: it is UTF-8 by definition, and some clients compare the whole value. */
export const plainType = (type: string): string =>
  type.startsWith('application/json') ? 'application/json' : type

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && (Array.isArray(value) || value?.constructor === Object)

/** The body of an answer as text, or packed by gzip. */
type Body = { etag: string } & ({ text: string } | { body: Buffer })

async function sendBody(request: Request, answer: Body, standard: HeaderRecord): Promise<Response> {
  const { etag } = answer
  const headers = { ...standard, ...RULES, etag }
  if (isKnown(request, etag)) return notModified(headers)
  const isPacked = takesGzip(request.headers.get('accept-encoding'))
  const packed = { ...headers, 'content-encoding': 'gzip' }
  if ('text' in answer)
    return isPacked && answer.text.length >= WORTH_COMPRESSING
      ? new WholeResponse(await pack(new TextEncoder().encode(answer.text), 1), packed)
      : new WholeResponse(answer.text, headers)
  const { buffer, byteOffset, length } = answer.body
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, length)
  return isPacked
    ? new WholeResponse(bytes, packed)
    : new WholeResponse(await unpack(bytes), headers)
}

/** It may be kept by the client alone, who asks each time whether it is still good. */
const RULES: HeaderRecord = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, authorization, x-api-dialect',
}

/** Sends a file whose entity tag is among the headers, and nothing to those that have it. */
export const sendTagged = (
  request: Request,
  path: string,
  headers: { etag: string; [name: string]: string },
): Response =>
  isKnown(request, headers.etag) ? notModified(headers) : new Response(Bun.file(path), { headers })

/** Whether the client has an answer already. */
export const isKnown = (request: Request, etag: string): boolean =>
  isKnownTag(request.headers.get('if-none-match'), etag)

/** 304, with the headers of the answer that the client has. */
export function notModified(known: HeaderRecord): Response {
  const { 'content-type': _type, 'content-encoding': _encoding, ...headers } = known
  return new Response(null, { status: 304, headers })
}

/** Whether an `Accept-Encoding` header takes gzip: `gzip` or `*`, unless it is refused by `q=0`. */
export const takesGzip = (header: string | null): boolean =>
  header !== null && (GZIP.test(header) || header.split(',').some(isGzip))

/** gzip without parameters, as nearly everybody sends it. */
const GZIP = /(^|,)\s*gzip\s*(,|$)/i

function isGzip(coding: string): boolean {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
  const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  return (name === 'gzip' || name === '*') && !isRefused
}
