import { payloadTooLarge, unsupportedEncoding, unsupportedType, uploadTooSlow } from '@/lib/errors'
import { DEFAULT_PACE, type Pace } from '@/lib/network/paced-body'
import { readPaced } from './uploads/upload-body'

const JSON_TYPE = /^application\/json\s*(;|$)/i
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i
/** Maximum bytes of a JSON body. */
export const MAX_JSON = 1024 * 1024

/** Whether a request declares its body to be JSON. */
export const isJson = ({ headers }: Request): boolean =>
  JSON_TYPE.test(headers.get('content-type') ?? '')

/**
 * Reads a JSON body. Anything other than a JSON object becomes null, which no schema accepts; an empty body becomes an
 * empty object. Forms are not read (also null), because routes that need one read it themselves. Bodies without a type
 * are not read either (undefined).
 *
 * @throws 413 for more than 1 MiB, without reading the rest; 408 when it arrives too slowly; 415 for other types, and for
 *   compressed bodies.
 */
export async function readBody(request: Request, pace = DEFAULT_PACE): Promise<unknown> {
  const type = request.body ? (request.headers.get('content-type') ?? '') : ''
  if (type === '' || isEmpty(request)) return JSON_TYPE.test(type) ? {} : undefined
  if (FORM_TYPE.test(type)) return null
  if (!JSON_TYPE.test(type)) throw unsupportedType('application/json')
  requireEncoding(request)
  const text = await readText(request, pace)
  if (text === '') return {}
  if (isDeeplyNested(text)) return null
  try {
    const value: unknown = JSON.parse(text, MAY_OVERRIDE.test(text) ? withoutOverrides : undefined)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const isEmpty = ({ headers }: Request) => headers.get('content-length') === '0'

/** @throws 415 when a body has a content encoding other than `accepted` */
export function requireEncoding({ headers }: Request, accepted: 'identity' | 'gzip' = 'identity') {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (!['', 'identity', accepted].includes(encoding)) throw unsupportedEncoding(accepted)
}

/** The body as text. The server enforces an announced length; without one the bytes are counted as they arrive. */
async function readText(request: Request, pace: Pace): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced === null) return (await readLimited(request, MAX_JSON, TOO_LARGE, pace)).toString()
  if (Number(announced) > MAX_JSON) throw payloadTooLarge(TOO_LARGE)
  return textInTime(request, pace)
}

/**
 * The text of a body of known length, which is faster than reading chunks. @throws 408 when it takes longer than a
 * window.
 */
async function textInTime(request: Request, { windowMs }: Pace): Promise<string> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(uploadTooSlow()), windowMs)
  return Promise.race([request.text(), late.promise]).finally(() => clearTimeout(timer))
}

/** Message for a JSON body that is too large. */
export const TOO_LARGE = 'the request is too large, 1 MiB is the most'

/** The bytes of a body. @throws 413 with `text` as soon as there are more than `most`. */
export async function readLimited(
  request: Request,
  maxBytes: number,
  text: string,
  pace = DEFAULT_PACE,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readPaced(request, pace)) {
    size += chunk.length
    if (size > maxBytes) throw payloadTooLarge(text)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Names that would override methods of every object, which string conversion relies on. */
const OVERRIDES = ['toString', 'valueOf', '__proto__']
/** Matches texts that may contain such a name, escaped or not. */
const MAY_OVERRIDE = /toString|valueOf|__proto__|\\u/

const withoutOverrides = (name: string, value: unknown) =>
  OVERRIDES.includes(name) ? undefined : value

/** Maximum nesting depth. No schema accepts deeper values, so that recursive code cannot overflow the stack. */
const DEEPEST = 64

/** Whether brackets and braces are nested too deep. */
function isDeeplyNested(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === OPEN_BRACKET || code === OPEN_BRACE) depth += 1
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1
    else if (code === QUOTE) at = endOfString(text, at)
    if (depth > DEEPEST) return true
  }
  return false
}

const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const QUOTE = 34

/** Index of the quote that ends a string, or the length of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
