import type { InboxLock, UserInbox } from '@/use-cases/imports/inbox/user-inbox'
import { davTag, escapeXml, readXml } from './multistatus'
import { davHref } from './path'

/** Seconds of a lock whose client asks for none, or for more. */
const DEFAULT_TIMEOUT = 600
const MAX_TIMEOUT = 3600
const XML = { 'content-type': 'application/xml; charset=utf-8' }

export interface LockRequest {
  request: Request
  inbox: UserInbox
  path: string
  basePath: string
}

/** The element that lists the kinds of locks. */
export const SUPPORTED_LOCK =
  '<D:supportedlock><D:lockentry><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry></D:supportedlock>'

/** The element that lists the locks of an entry. Tokens are shown to their user only, whose inbox it is. */
export const lockDiscovery = (
  locks: readonly InboxLock[],
  { basePath, secondsLeft }: { basePath: string; secondsLeft: (lock: InboxLock) => number },
): string => {
  const active = locks.map(
    (lock) =>
      `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:exclusive/></D:lockscope><D:depth>${lock.isDeep ? 'infinity' : '0'}</D:depth><D:timeout>Second-${secondsLeft(lock)}</D:timeout><D:locktoken><D:href>${lock.token}</D:href></D:locktoken><D:lockroot><D:href>${escapeXml(davHref(basePath, lock.path, false))}</D:href></D:lockroot></D:activelock>`,
  )
  return `<D:lockdiscovery>${active.join('')}</D:lockdiscovery>`
}

/**
 * Locks a file or folder, or refreshes the lock of the `If` header if the body is empty. The lock of a file that does not
 * exist yet reserves its name: no empty file is created, because it would be imported.
 */
export async function lock({ request, inbox, path, basePath }: LockRequest): Promise<Response> {
  const body = await readXml(request)
  const seconds = requestedSeconds(request)
  if (body.trim() === '') return refresh({ request, inbox, path, basePath }, seconds)
  // Locks are exclusive, which also satisfies clients that would share them.
  const depth = request.headers.get('depth')?.toLowerCase() ?? 'infinity'
  if (depth !== '0' && depth !== 'infinity') return new Response(null, { status: 400 })
  const entry = await inbox.find(path)
  if (!entry && !(await inbox.hasParent(path))) return new Response(null, { status: 409 })
  const isDeep = depth === 'infinity'
  if (inbox.locksOn(path).length > 0 || (isDeep && inbox.locksBelow(path).length > 0))
    return lockedResponse(inbox, path, basePath)
  const created = inbox.lock(path, { isDeep, seconds })
  if (!created) return new Response(null, { status: 503, headers: { 'retry-after': '60' } })
  return describeLock(created, { inbox, basePath, status: entry ? 200 : 201 })
}

function refresh({ request, inbox, path, basePath }: LockRequest, seconds: number): Response {
  const tokens = submittedTokens(request)
  const found = inbox.locksOn(path).find(({ token }) => tokens.has(token))
  if (!found) return new Response(null, { status: 412 })
  inbox.refreshLock(found, seconds)
  return describeLock(found, { inbox, basePath, status: 200 })
}

function describeLock(
  found: InboxLock,
  { inbox, basePath, status }: { inbox: UserInbox; basePath: string; status: 200 | 201 },
): Response {
  const discovery = lockDiscovery([found], { basePath, secondsLeft: inbox.secondsLeft })
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:">${discovery}</D:prop>\n`,
    { status, headers: { ...XML, 'lock-token': `<${found.token}>` } },
  )
}

/** Ends a lock. */
export function unlock({ request, inbox, path }: LockRequest): Response {
  const token = /^\s*<([^>]+)>\s*$/.exec(request.headers.get('lock-token') ?? '')?.[1]
  if (token === undefined) return new Response(null, { status: 400 })
  const found = inbox.locksOn(path).find((one) => one.token === token)
  if (!found) return new Response(null, { status: 409 })
  inbox.unlock(found)
  return new Response(null, { status: 204 })
}

const lockedResponse = (inbox: UserInbox, path: string, basePath: string) => {
  const [lock] = [...inbox.locksOn(path), ...inbox.locksBelow(path)]
  const href = escapeXml(davHref(basePath, lock?.path ?? path, false))
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:lock-token-submitted><D:href>${href}</D:href></D:lock-token-submitted></D:error>\n`,
    { status: 423, headers: XML },
  )
}

/** What a request writes to. */
interface Written {
  path: string
  /** Whether everything below the path is deleted or moved as well. */
  isDeep: boolean
  /** Whether the entry appears or disappears, which also writes to its folder. */
  isMember: boolean
}

/**
 * Returns the response to a write that the `If` header or a lock forbids: 412 when no condition holds, 423 when the
 * request lacks the token of a lock. Returns undefined if it is allowed.
 */
export async function findLockConflict(
  { request, inbox, path, basePath }: LockRequest,
  written: readonly Written[],
): Promise<Response | undefined> {
  if (!(await meetsIfHeader(request, inbox, path))) return new Response(null, { status: 412 })
  const tokens = submittedTokens(request)
  const conflict = written.find((one) =>
    locksOf(inbox, one).some(({ token }) => !tokens.has(token)),
  )
  return conflict && lockedResponse(inbox, conflict.path, basePath)
}

const locksOf = (inbox: UserInbox, { path, isDeep, isMember }: Written): InboxLock[] => [
  ...inbox.locksOn(path),
  ...(isDeep ? inbox.locksBelow(path) : []),
  ...(isMember ? inbox.locksOn(path.split('/').slice(0, -1).join('/')) : []),
]

/** Matches a list of conditions, and a condition, of an `If` header (RFC 4918, 10.4). */
const LIST = /\(([^)]*)\)/g
const CONDITION = /(Not\s+)?(?:<([^>]+)>|\[([^\]]+)\])/gi

/** Whether the `If` header is missing, or all conditions of one of its lists hold. */
async function meetsIfHeader(request: Request, inbox: UserInbox, path: string): Promise<boolean> {
  const header = request.headers.get('if')
  if (header === null) return true
  const entry = await inbox.find(path)
  const etag = entry && !entry.isFolder ? davTag(entry) : undefined
  return [...header.matchAll(LIST)].some(([, list = '']) =>
    [...list.matchAll(CONDITION)].every(([, not, token, tag]) => {
      const holds = token === undefined ? tag === etag : inbox.findLock(token) !== undefined
      return holds === (not === undefined)
    }),
  )
}

/** The lock tokens in an `If` header. */
const submittedTokens = ({ headers }: Request): Set<string> =>
  new Set(
    [...(headers.get('if') ?? '').matchAll(LIST)].flatMap(([, list = '']) =>
      [...list.matchAll(CONDITION)].map(([, , token = '']) => token),
    ),
  )

/** The first acceptable value of a `Timeout` header, such as `Infinite, Second-4100000000`. */
function requestedSeconds({ headers }: Request): number {
  const asked = headers.get('timeout') ?? ''
  const seconds = Number(/second-(\d+)/i.exec(asked)?.[1] ?? Number.NaN)
  if (Number.isNaN(seconds)) return /infinite/i.test(asked) ? MAX_TIMEOUT : DEFAULT_TIMEOUT
  return Math.min(Math.max(seconds, 1), MAX_TIMEOUT)
}
