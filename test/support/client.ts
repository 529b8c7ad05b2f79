import type { Config } from '@/config/config'
import type { OpenDatabase } from '@/db/open'
import type { UserRow } from '@/db/queries/users'
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
  /** Sent as it is. */
  body?: string | FormData | URLSearchParams
  headers?: Record<string, string>
}

/** What came back: the status, and the body as JSON where it is JSON, else as text. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  headers: Headers
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** A fresh server and a way to call it; it is stopped after the test. */
export function startServer(
  changes: Partial<Config> = {},
  database?: OpenDatabase,
): TestServer & { call: Call } {
  const server = openServer(changes, database)
  afterTest(server.stop)
  return server
}

/** A fresh server and a way to call it, until it is stopped: for many tests that do not disturb each other. */
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
  return answer
}

const parse = (response: Response, text: string) =>
  text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
