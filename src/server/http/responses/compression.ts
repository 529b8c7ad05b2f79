import { pack } from '@/lib/files/gzip'
import { entityTag, gzippedTag, isKnownTag } from '@/lib/network/entity-tag'
import { checkReadConditions } from './preconditions'

/** Minimum number of characters for compression. */
const WORTH_COMPRESSING = 1024
/** Number of characters from which a smaller response is worth more processor time: charts and lines. */
const LARGE = 32 * 1024

/** Media types of text that clients request repeatedly without changes: JSON, and feeds. */
const REPEATED = /^(application\/json|text\/xml)/
/** Binary media types that clients request repeatedly without changes. */
const REPEATED_BYTES = /^application\/vnd\.milepost\.(lines|tiles)$/

/** Text, or bytes in a blob, which can be sent repeatedly without being copied. */
type Body = string | Blob

/** Headers by lower-case name. */
export type HeaderRecord = Readonly<Record<string, string>>

/** A complete response whose body and headers can be read again, so that it can be cached. */
export class WholeResponse extends Response {
  readonly reusableBody: Body
  readonly reusableHeaders: Headers

  constructor(body: Body, headers: Headers) {
    super(body, { headers })
    this.reusableBody = body
    this.reusableHeaders = headers
  }
}

/**
 * The properties of a finished call that `forTransfer` needs. They are listed individually, because Elysia would
 * otherwise parse the whole request.
 */
interface Answered {
  request: Request
  responseValue?: unknown
  set: { headers: Readonly<Record<string, string | number>>; status?: number | string }
}

/**
 * The last step of every route. Repeatable responses get an entity tag, for which clients that have them get a 304, and
 * are compressed for clients that accept gzip. Everything else is left to Elysia. `standard` are the headers of every
 * response.
 *
 * NOTE only one response is created, with all of its headers: each additional one, and each header that is set later,
 * costs as much as a statement.
 */
export function forTransfer(standard: HeaderRecord) {
  return async ({
    request,
    responseValue: value,
    set,
  }: Answered): Promise<Response | undefined> => {
    const given = asTexts(set.headers)
    if (request.method !== 'GET' || set.status !== 200 || 'cache-control' in given) return undefined
    const repeated = await repeatedBody(value)
    if (repeated === undefined) return undefined
    // Elysia would create another response for them.
    set.headers = {}
    const headers = { ...standard, ...given, ...RULES, ...repeated.headers }
    return sendBody(request, repeated.body, headers)
  }
}

/** Headers as strings. Only rate limits set any. */
const asTexts = (headers: Answered['set']['headers']): HeaderRecord =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

type RepeatedBody = string | Uint8Array<ArrayBuffer>

async function sendBody(
  request: Request,
  body: RepeatedBody,
  given: HeaderRecord,
): Promise<Response> {
  const isPacked =
    body.length >= WORTH_COMPRESSING && takesGzip(request.headers.get('accept-encoding'))
  const etag = entityTag(body)
  const headers = { ...given, etag: isPacked ? gzippedTag(etag) : etag }
  if (isKnown(request, headers.etag)) return notModified(headers)
  const isText = typeof body === 'string'
  if (!isPacked) return new WholeResponse(isText ? body : new Blob([body]), new Headers(headers))
  const plain = isText ? new TextEncoder().encode(body) : body
  const bytes = await pack(plain, body.length < LARGE ? 1 : 6)
  return new WholeResponse(new Blob([bytes]), new Headers({ ...headers, ...GZIPPED }))
}

const JSON_TYPE = 'application/json'
const GZIPPED: HeaderRecord = { 'content-encoding': 'gzip' }

interface Repeated {
  body: RepeatedBody
  headers: HeaderRecord
}

/** The repeatable body of a route's return value; undefined for anything else. */
async function repeatedBody(value: unknown): Promise<Repeated | undefined> {
  if (value instanceof Response) {
    const { status, headers } = value
    const type = headers.get('content-type') ?? ''
    const isBytes = REPEATED_BYTES.test(type)
    const isRepeated = status === 200 && (isBytes || REPEATED.test(type))
    if (!isRepeated || headers.has('cache-control')) return undefined
    const vary = [headers.get('vary') ?? [], RULES.vary].flat().join(', ')
    const given = { ...Object.fromEntries(headers), 'content-type': plainType(type), vary }
    const body = isBytes ? new Uint8Array(await value.arrayBuffer()) : await value.text()
    return { body, headers: given }
  }
  if (!isPlain(value)) return undefined
  return { body: JSON.stringify(value), headers: { 'content-type': JSON_TYPE } }
}

/** JSON is sent as plain `application/json`: it is UTF-8 by definition, and some clients compare the whole value. */
export const plainType = (type: string): string => (type.startsWith(JSON_TYPE) ? JSON_TYPE : type)

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && (Array.isArray(value) || value?.constructor === Object)

/** Only the client may cache it, and must revalidate it each time. */
const RULES = {
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, authorization, x-api-dialect',
}

interface TaggedFile {
  path: string
  headers: { etag: string; [name: string]: string }
  /** Milliseconds since the Unix epoch. */
  modifiedAt?: number
}

/** Sends a file whose entity tag is among the headers, or 304 to clients that have it. */
export function sendTagged(request: Request, { path, headers, modifiedAt }: TaggedFile): Response {
  const known = { etag: headers.etag, modifiedAt }
  return checkReadConditions(request, known) === 'not modified'
    ? notModified(headers)
    : new Response(Bun.file(path), { headers })
}

/** Whether the client has the response already. */
export const isKnown = (request: Request, etag: string): boolean =>
  isKnownTag(request.headers.get('if-none-match'), etag)

/** Creates a 304 with the headers of the cached response. */
export function notModified(known: HeaderRecord): Response {
  const { 'content-type': _type, 'content-encoding': _encoding, ...headers } = known
  return new Response(null, { status: 304, headers })
}

/** Whether an `Accept-Encoding` header accepts gzip: `gzip` or `*`, unless it has `q=0`. */
export const takesGzip = (header: string | null): boolean =>
  header !== null && (GZIP.test(header) || accepts(header, ['gzip', '*']))

/** Whether an `Accept-Encoding` header accepts Brotli by name, unless it has `q=0`. */
export const takesBrotli = (header: string): boolean => accepts(header, ['br'])

/** gzip without parameters, as nearly all clients send it. */
const GZIP = /(^|,)\s*gzip\s*(,|$)/i

const accepts = (header: string, names: readonly string[]) =>
  header.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
    const isExcluded = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    return names.includes(name) && !isExcluded
  })
