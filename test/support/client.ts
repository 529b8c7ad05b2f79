import type { Config } from '@/lib/config/config'
import { ERROR_CODES } from '@/lib/error-codes'
import type { OpenDatabase } from '@/store/db/connections/open'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { afterTest } from './after-test'
import { requireDocumented } from './api-document'
import { startTestServer, type TestServer } from './app'

interface CallOptions {
  /** Sends this user's session token. */
  as?: UserRow
  /** Sends this `Authorization` header. */
  authorization?: string
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged. */
  body?: string | FormData | URLSearchParams
  headers?: Record<string, string>
}

/** The response: the status, and the body, parsed if it is JSON, or else as text. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  headers: Headers
  /** The code of an error and the keys that it names are not in `body`: most tests compare that with the contract's. */
  code?: string
  errors?: { key: string; problem: string }[]
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** A new server with functions to call it. It is stopped after the test. */
export function startServer(
  changes: Partial<Config> = {},
  database?: OpenDatabase,
): TestServer & { call: Call } {
  const server = openServer(changes, database)
  afterTest(server.stop)
  return server
}

/** A new server with functions to call it, for many independent tests. The caller stops it. */
export function openServer(
  changes: Partial<Config> = {},
  database?: OpenDatabase,
): TestServer & { call: Call } {
  const server = startTestServer(changes, database)
  return {
    ...server,
    call: (method, path, options = {}) => call(server, { method, path, ...options }),
  }
}

async function call(
  { ctx, handle }: TestServer,
  {
    method,
    path,
    as,
    authorization,
    json,
    body,
    headers: extra,
  }: CallOptions & { method: string; path: string },
): Promise<Answer> {
  const headers = new Headers(extra)
  if (as)
    headers.set('authorization', `Bearer ${await ctx.sessions.issue(as.id, as.session_epoch)}`)
  if (authorization !== undefined) headers.set('authorization', authorization)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const payload = json === undefined ? (body ?? null) : JSON.stringify(json)
  const response = await handle(
    new Request(`http://localhost${path}`, { method, headers, body: payload }),
  )
  const text = await response.text()
  const { status, headers: received } = response
  const answer = { status, body: parse(response, text), headers: received }
  const type = received.get('content-type') ?? ''
  if (/^text\/(?!.*charset=)/.test(type))
    throw new Error(`${method} ${path}: ${type} has no charset`)
  const [mediaType = ''] = type.split(';')
  await requireDocumented(handle, { method, path }, { status, mediaType, body: answer.body })
  return status >= 400 ? withoutDetails(answer) : answer
}

/** Separates the parts of an error that programs read from those that the contract defines. */
function withoutDetails(answer: Answer): Answer {
  const { errors, code, ...body } = Object(answer.body)
  if (typeof code !== 'string') return answer
  if (!ERROR_CODES.includes(code)) throw new Error(`${code} is not a documented code`)
  return { ...answer, body, code, ...(errors && { errors }) }
}

const parse = (response: Response, text: string) =>
  text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
