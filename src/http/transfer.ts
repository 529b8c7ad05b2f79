import { entityTag, isKnownTag } from '@/lib/entity-tag'
import { pack, unpack } from '@/lib/gzip'

/** Characters from which on an answer is worth compressing. */
const WORTH_COMPRESSING = 1024

/** What is sent again and again without change: JSON, and feeds. */
const REPEATED = /^(application\/json|text\/xml)/

/** Text, or bytes, which a blob sends again and again without copying them. */
type Body = string | Blob

/** Headers by their names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>

/** An answer that is complete, and whose body and headers are at hand for who wants to remember them. */
export class WholeResponse extends Response {
  readonly bodyAtHand: Body
  readonly headersAtHand: Headers

  constructor(body: Body, headers: Headers) {
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
  set: { headers: Readonly<Record<string, string | number>>; status?: number | string }
}

/**
 * The last step of every route. What is read gets an entity tag, so that who has it already is told so (304) instead of
 * being sent it again, and is compressed for clients that take gzip. Everything else is left to Elysia. `standard` are
 * the headers of every answer.
 *
 * NOTE one response is made, with all its headers: each further one, and each header that is set later, costs as much
 * as a statement. What is kept packed is made ready once, for as long as it is remembered.
 */
export function forTransfer(standard: HeaderRecord) {
  const ready = new WeakMap<Buffer, Ready>()
  return async ({
    request,
    responseValue: value,
    set,
  }: Answered): Promise<Response | undefined> => {
    const given = asTexts(set.headers)
    if (value instanceof PackedJson) {
      set.headers = {}
      return sendPackedJson(request, value, { standard, given, ready })
    }
    if (request.method !== 'GET' || set.status !== 200 || 'cache-control' in given) return undefined
    const text = await repeatedText(value)
    if (text === undefined) return undefined
    // Elysia would make another response for them.
    set.headers = {}
    return sendText(request, text.body, { ...standard, ...given, ...RULES, ...text.headers })
  }
}

/** Headers as they are sent; there are none but for limits. */
const asTexts = (headers: Answered['set']['headers']): HeaderRecord =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** An answer without what only one request is told. */
interface Ready {
  body: Blob
  headers: Headers
}

async function sendPackedJson(
  request: Request,
  { etag, body }: PackedJson,
  { standard, given, ready }: Shared,
): Promise<Response> {
  const headers = { ...standard, ...RULES, 'content-type': JSON_TYPE, etag }
  if (isKnown(request, etag)) return notModified({ ...headers, ...given })
  const bytes = new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length)
  if (!takesGzip(request.headers.get('accept-encoding')))
    return new WholeResponse(new Blob([await unpack(bytes)]), new Headers({ ...headers, ...given }))
  const packed = ready.get(body) ?? {
    body: new Blob([bytes]),
    headers: new Headers({ ...headers, ...GZIPPED }),
  }
  ready.set(body, packed)
  const response = new WholeResponse(packed.body, packed.headers)
  for (const [name, value] of Object.entries(given)) response.headers.set(name, value)
  return response
}

interface Shared {
  standard: HeaderRecord
  /** What a route has set, such as what is left of a limit. */
  given: HeaderRecord
  ready: WeakMap<Buffer, Ready>
}

async function sendText(request: Request, text: string, given: HeaderRecord): Promise<Response> {
  const headers = { ...given, etag: entityTag(text) }
  if (isKnown(request, headers.etag)) return notModified(headers)
  const isPacked =
    text.length >= WORTH_COMPRESSING && takesGzip(request.headers.get('accept-encoding'))
  if (!isPacked) return new WholeResponse(text, new Headers(headers))
  const bytes = await pack(new TextEncoder().encode(text), 1)
  return new WholeResponse(new Blob([bytes]), new Headers({ ...headers, ...GZIPPED }))
}

const JSON_TYPE = 'application/json'
const GZIPPED: HeaderRecord = { 'content-encoding': 'gzip' }

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
    const vary = [headers.get('vary') ?? [], RULES.vary].flat().join(', ')
    const given = { ...Object.fromEntries(headers), 'content-type': plainType(type), vary }
    return { body: await value.text(), headers: given }
  }
  if (!isPlain(value)) return undefined
  return { body: JSON.stringify(value), headers: { 'content-type': JSON_TYPE } }
}

/** JSON goes out as plain `application/json`: it is UTF-8 by definition, and some clients compare the whole value. */
export const plainType = (type: string): string => (type.startsWith(JSON_TYPE) ? JSON_TYPE : type)

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && (Array.isArray(value) || value?.constructor === Object)

/** It may be kept by the client alone, who asks each time whether it is still good. */
const RULES = {
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
