import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'

type Json = Record<string, unknown>

interface Response {
  /** Refers to a shared response. */
  $ref?: string
  description?: string
  content?: Record<string, { schema: Json }>
  headers?: Json
}

/** The parts of an operation in the API document that tests read. */
export interface DocumentedOperation {
  operationId: string
  responses: Record<string, Response>
}

/** The parts of the API document that tests read. */
export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, Json>
    responses: Record<string, Response>
    parameters: Record<string, Json>
  }
}

/** A response as the server sent it. */
export interface SentResponse {
  status: number
  /** Empty when there is none. */
  mediaType: string
  /** The body, parsed if it is JSON, or else as text. */
  body: unknown
}

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
const DURATION = /^-?(\d+ days?, )?\d+:\d\d:\d\d$/

/** Compares responses with an API document. Objects may have only documented keys. */
export function documentChecker(document: ApiDocument) {
  const ajv = new Ajv2020({
    strict: false,
    code: { optimize: false },
    formats: { 'http-date': HTTP_DATE, 'duration-text': DURATION, binary: true },
  })
  ajv.addSchema({ $id: 'api', schemas: closed(document.components.schemas) }, 'api')
  const checks = new Map<string, ValidateFunction>()
  const paths = Object.entries(document.paths).map(([path, methods]) => ({
    segments: path.split('/'),
    methods,
  }))

  /** The operation for a method and path, or undefined. */
  function findOperation(method: string, path: string): DocumentedOperation | undefined {
    const asked = path.replace(/\?.*$/s, '').split('/')
    const [best] = paths
      .filter(({ segments }) => fits(segments, asked))
      .sort((a, b) => parameters(a.segments) - parameters(b.segments))
    return best?.methods[method.toLowerCase()]
  }

  function checkOf(operation: DocumentedOperation, status: number, schema: Json): ValidateFunction {
    const key = `${operation.operationId} ${status}`
    const check = checks.get(key) ?? ajv.compile(closed(schema))
    checks.set(key, check)
    return check
  }

  return {
    findOperation,
    /** What is wrong with a response, or undefined if it matches the document. */
    problemOf(operation: DocumentedOperation, { status, mediaType, body }: SentResponse) {
      const documented = resolveReference(document, operation.responses[status])
      if (!documented) return `the status ${status} is not documented`
      const content = documented.content
      if (!content) return body === '' ? undefined : `a body with ${status} is not documented`
      const media = content[mediaType] ?? content['*/*']
      if (!media) return `the media type ${mediaType} with ${status} is not documented`
      if (mediaType !== 'application/json') return undefined
      const check = checkOf(operation, status, media.schema)
      return check(body)
        ? undefined
        : `the answer with ${status} is not as documented: ${ajv.errorsText(check.errors)}`
    },
  }
}

/** A response or parameter of an operation, with the shared part that it refers to. */
export function resolveReference<Part extends { $ref?: string }>(
  { components }: Pick<ApiDocument, 'components'>,
  part: Part | undefined,
): Part | undefined {
  const [kind = '', name = ''] = part?.$ref?.replace('#/components/', '').split('/') ?? []
  if (part === undefined || name === '') return part
  const shared = (components as unknown as Record<string, Record<string, Part>>)[kind]?.[name]
  if (!shared) throw new Error(`no component ${part.$ref}`)
  return { ...shared, ...part }
}

const fits = (segments: string[], asked: string[]) =>
  segments.length === asked.length &&
  segments.every((segment, at) => segment.startsWith('{') || segment === asked[at])

const parameters = (segments: string[]) =>
  segments.filter((segment) => segment.startsWith('{')).length

/** A copy of a schema whose objects allow only their documented keys; references point to the components. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === '$ref' ? String(one).replace('#/components', 'api#') : closed(one),
  ])
  const isOpen = 'properties' in value && !('additionalProperties' in value)
  return { ...Object.fromEntries(entries), ...(isOpen && { additionalProperties: false }) }
}

let checker: ReturnType<typeof documentChecker> | undefined

/** The checker for the document that this server returns. It is created once, because the document never changes. */
async function checkerOf(handle: Handle) {
  if (checker) return checker
  const response = await handle(new Request('http://localhost/api/openapi.json'))
  checker ??= documentChecker((await response.json()) as ApiDocument)
  return checker
}

type Handle = (request: Request) => Promise<globalThis.Response>

/**
 * Compares a response with the API document. Undocumented paths and methods must be rejected. @throws Error when the
 * response does not match; internal errors that a test provokes are allowed.
 */
export async function requireDocumented(
  handle: Handle,
  { method, path }: { method: string; path: string },
  answer: SentResponse,
): Promise<void> {
  const { findOperation, problemOf } = await checkerOf(handle)
  const operation = findOperation(method, path)
  const problem = operation
    ? answer.status !== 500 && problemOf(operation, answer)
    : answer.status < 400 && !UNDOCUMENTED.test(path) && 'it is not documented'
  if (problem) throw new Error(`${method} ${path}: ${problem}`)
}

/** The document itself and its viewer. */
const UNDOCUMENTED = /^\/api\/(docs|openapi\.json)$/
