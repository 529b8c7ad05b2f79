import { payloadTooLarge } from '@/errors'

const JSON_TYPE = /^application\/json\s*(;|$)/i
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i
const MOST_BYTES = 1024 * 1024

/**
 * Reads a JSON body: what is no JSON object becomes null, which no schema accepts; an empty body says nothing. Forms
 * stay unread (null as well): the routes that want one read it. Anything else stays unread too.
 *
 * @throws 413 for more than 1 MiB; never more than that is taken in.
 */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.body ? (request.headers.get('content-type') ?? '') : ''
  if (!JSON_TYPE.test(type)) return FORM_TYPE.test(type) ? null : undefined
  const text = await readText(request)
  if (text === '') return {}
  if (isDeeplyNested(text)) return null
  try {
    const value: unknown = JSON.parse(text, MAY_OVERRIDE.test(text) ? withoutOverrides : undefined)
    return typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** The body as text. An announced length is kept to by the server; without one the bytes are counted as they come. */
async function readText(request: Request): Promise<string> {
  const announced = request.headers.get('content-length')
  if (announced === null) return (await readAtMost(request, MOST_BYTES, TOO_LARGE)).toString()
  if (Number(announced) > MOST_BYTES) throw payloadTooLarge(TOO_LARGE)
  return request.text()
}

const TOO_LARGE = 'the request is too large, 1 MiB is the most'

/** The bytes of a body. @throws 413 with a text as soon as there are more than `most`. */
export async function readAtMost(request: Request, most: number, text: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > most) throw payloadTooLarge(text)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Names that would stand in for what every object can do; whoever writes an object into a text relies on that. */
const OVERRIDES = ['toString', 'valueOf', '__proto__']
/** Texts that may hold such a name, escaped or not. */
const MAY_OVERRIDE = /toString|valueOf|__proto__|\\u/

const withoutOverrides = (name: string, value: unknown) =>
  OVERRIDES.includes(name) ? undefined : value

/** Nothing that a schema accepts is nested this deep; who walks through a value may rely on it. */
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

/** Position of the quote that ends a string, or of the end of the text. */
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
