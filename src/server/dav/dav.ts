import { Readable } from 'node:stream'
import type { ConcurrencyLimit } from '@/lib/concurrency/concurrency-limit'
import { AppError, insufficientScope, noSpaceLeft, overloaded, unknownUrl } from '@/lib/errors'
import { isKnownTag, isSameStrongTag } from '@/lib/network/entity-tag'
import { isDiskFull, isOverloaded } from '@/lib/system-errors'
import { formatHttpDate } from '@/lib/time/http-date'
import type { Caller } from '@/policy/caller'
import { admitByPassword, BASIC_CHALLENGE } from '@/server/http/access'
import { readLimited } from '@/server/http/body'
import { spendApiQuota } from '@/server/http/rate-limits'
import { pathOf } from '@/server/http/request-path'
import { BodyTooLarge } from '@/server/http/uploads/multipart'
import { tooLarge } from '@/server/http/uploads/receive-file'
import { spool } from '@/server/http/uploads/receive-upload'
import { readUpload } from '@/server/http/uploads/upload-body'
import type { AppContext } from '@/services/context'
import {
  type InboxEntry,
  isInboxConflict,
  isTooManyEntries,
  openUserInbox,
  type UserInbox,
} from '@/use-cases/imports/inbox/user-inbox'
import { BodyChecksum, Checksums } from './checksums'
import { listingLimit, listingOfOne, streamListing } from './listing'
import {
  findLockConflict,
  type LockRequest,
  lock,
  lockDiscovery,
  SUPPORTED_LOCK,
  unlock,
} from './locks'
import { davTag, readXml } from './multistatus'
import { DAV_ROOT, parseDavPath } from './path'
import { parseModificationTime, setProperties } from './properties'

/** Responds to WebDAV requests (RFC 4918, class 2), as far as programs that upload files need it. */
export interface Dav {
  handle: (request: Request) => Promise<Response>
}

/** An authenticated request. */
interface Visit {
  ctx: AppContext
  request: Request
  caller: Caller
  inbox: UserInbox
  /** Path inside the inbox. */
  path: string
  listings: ConcurrencyLimit
  checksums: Checksums
}

const METHODS: Record<string, (visit: Visit) => Promise<Response>> = {
  PROPFIND: list,
  GET: send,
  HEAD: send,
  PUT: put,
  MKCOL: createCollection,
  DELETE: remove,
  MOVE: move,
  PROPPATCH: setFileProperties,
  LOCK: async (visit) => lock(lockRequest(visit)),
  UNLOCK: async (visit) => unlock(lockRequest(visit)),
}
const ALLOW = ['OPTIONS', ...Object.keys(METHODS)].join(', ')
/** The status in the log when the client has disconnected. */
const CLIENT_CLOSED_REQUEST = 499
/** Maximum bytes of a body that is ignored. */
const MAX_IGNORED = 65_536

/**
 * Opens the inbox to WebDAV. Users log in with their name and a personal token as the password, or with the token
 * alone.
 */
export function openDav(ctx: AppContext): Dav {
  const shared = { listings: listingLimit(), checksums: new Checksums() }
  return {
    handle: async (request) => {
      try {
        return await handleRequest(ctx, request, shared)
      } catch (error) {
        return errorResponse(ctx, request, error)
      }
    },
  }
}

function errorResponse(ctx: AppContext, request: Request, error: unknown): Response {
  if (isDiskFull(error)) return textResponse(noSpaceLeft())
  if (isOverloaded(error)) return textResponse(overloaded())
  if (isTooManyEntries(error)) return tooManyEntries(error)
  if (error instanceof AppError) return textResponse(error)
  if (isInboxConflict(error)) return plain(409, {}, 'it was changed meanwhile')
  if (request.signal.aborted) return plain(CLIENT_CLOSED_REQUEST)
  ctx.log.error({ err: error, method: request.method }, 'WebDAV request failed')
  return plain(500)
}

async function handleRequest(
  ctx: AppContext,
  request: Request,
  shared: Pick<Visit, 'listings' | 'checksums'>,
): Promise<Response> {
  const { method } = request
  if (!ctx.inbox) throw unknownUrl()
  if (method === 'OPTIONS')
    return new Response(null, { headers: { dav: '1, 2', 'ms-author-via': 'DAV', allow: ALLOW } })
  spendApiQuota(ctx, request, DAV_ROOT)
  const caller = await admitByPassword(ctx, request, { scope: 'workouts:write' })
  const path = parseDavPath(pathOf(request))
  if (path === undefined) return plain(isReading(method) ? 404 : 403)
  const work = METHODS[method]
  if (!work) return plain(405, { allow: ALLOW })
  const inbox = await openUserInbox(ctx, caller)
  if (!inbox) return plain(403, {}, 'the folder of this user is not a folder')
  return work({ ctx, request, caller, path, inbox, ...shared })
}

const lockRequest = ({ ctx, request, inbox, path }: Visit): LockRequest => ({
  ...{ request, inbox, path },
  basePath: ctx.config.basePath,
})

/** The key of a file's checksum. */
const checksumKey = (inbox: UserInbox, path: string) => `${inbox.folder}/${path.replace(/^\//, '')}`

const isReading = (method: string) => ['GET', 'HEAD', 'PROPFIND'].includes(method)

/** An error response as text. A 401 asks for name and token. */
function textResponse({ httpStatus, body, headers }: AppError): Response {
  const text = 'message' in body ? String(body.message) : ''
  const challenge = httpStatus === 401 && BASIC_CHALLENGE
  return plain(httpStatus, { ...headers, ...challenge }, text)
}

const plain = (status: number, headers: Record<string, string> = {}, text = '') =>
  new Response(text === '' ? null : `${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  })

async function list(visit: Visit): Promise<Response> {
  const { ctx, request, caller, inbox, path, listings, checksums } = visit
  const depth = request.headers.get('depth') ?? '1'
  if (depth !== '0' && depth !== '1') return plain(403, {}, 'only one level can be listed')
  await readXml(request)
  const entry = await inbox.find(path)
  if (!entry) return plain(404)
  const { basePath } = ctx.config
  const headers = { 'content-type': 'application/xml; charset=utf-8' }
  const findChecksum = (place: string, { size, modifiedAt }: InboxEntry) =>
    checksums.find({ key: checksumKey(inbox, place), size, modifiedAt })
  const listing = { basePath, path, entry, findChecksum }
  if (depth === '0' || !entry.isFolder) {
    const { secondsLeft } = inbox
    const more = SUPPORTED_LOCK + lockDiscovery(inbox.locksOn(path), { basePath, secondsLeft })
    return new Response(listingOfOne(listing, more), { status: 207, headers })
  }
  const release = await listings.acquire(String(caller.userId))
  if (!release) return plain(429, { 'retry-after': '5' }, 'too many folders are being listed')
  try {
    request.signal.throwIfAborted()
    const below = await inbox.list(path)
    const body = streamListing({ ...listing, below }, { signal: request.signal, release })
    return new Response(body, { status: 207, headers })
  } catch (error) {
    release()
    throw error
  }
}

/** Status 507, because a 4xx would let some clients treat the folder as empty or missing. */
const tooManyEntries = ({ message }: Error) =>
  plain(507, {}, `${message}: move some of them into other folders`)

/** Sends a file. Recordings are workout data, so that reading them requires the scope `workouts:read`. */
async function send({ request, caller, inbox, path }: Visit): Promise<Response> {
  const entry = await inbox.find(path)
  if (!entry) return plain(404)
  if (entry.isFolder) return plain(405, { allow: ALLOW })
  const headers = {
    'content-length': String(entry.size),
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    etag: davTag(entry),
    'last-modified': formatHttpDate(entry.modifiedAt),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  if (caller.scopes && !caller.scopes.has('workouts:read')) throw insufficientScope()
  const handle = await inbox.open(path)
  if (!handle) return plain(404)
  const { size } = await handle.stat()
  // NOTE the stream types of Bun and Node are not compatible.
  const stream = Readable.toWeb(handle.createReadStream()) as unknown as ReadableStream
  return new Response(stream, { headers: { ...headers, 'content-length': String(size) } })
}

async function put(visit: Visit): Promise<Response> {
  const { ctx, request, caller, inbox, path, checksums } = visit
  const there = await inbox.find(path)
  if (there?.isFolder) return plain(405, { allow: ALLOW })
  if (!(await inbox.hasParent(path))) return plain(409)
  if (!mayReplace(request, there)) return plain(412)
  const conflict = await findLockConflict(lockRequest(visit), [
    { path, isDeep: false, isMember: there === undefined },
  ])
  if (conflict) return conflict
  if (request.headers.has('content-range')) return plain(400, {}, 'only whole files are taken')
  const max = await inbox.maxBytes(path)
  const size = Number(request.headers.get('content-length')) || undefined
  if (size && size > max) throw tooLarge({ subject: 'workout' }, { size, max })
  const checksum = new BodyChecksum(request)
  let sha1 = ''
  const receive = async (incoming: string) => {
    const body = checksum.pass(readUpload(ctx, request, caller))
    const received = await spool(body, () => incoming, max)
    sha1 = checksum.end()
    return received.size
  }
  const modifiedAt = parseModificationTime(request.headers.get('x-oc-mtime'))
  const isStored = await inbox
    .store(path, { former: there, announced: size, modifiedAt }, receive)
    .catch((error) => {
      throw error instanceof BodyTooLarge ? tooLarge({ subject: 'workout' }, { size, max }) : error
    })
  if (!isStored) return quotaExceeded()
  const stored = await inbox.find(path)
  if (stored) checksums.add({ key: checksumKey(inbox, path), ...stored }, sha1)
  return plain(there ? 204 : 201, {
    ...(stored && { etag: davTag(stored), 'oc-checksum': `SHA1:${sha1}` }),
    ...(modifiedAt !== undefined && { 'x-oc-mtime': 'accepted' }),
  })
}

/** Evaluates `If-Match` and `If-None-Match` of a PUT. */
function mayReplace({ headers }: Request, there: InboxEntry | undefined): boolean {
  const [required, excluded] = [headers.get('if-match'), headers.get('if-none-match')]
  const tag = there && davTag(there)
  if (required !== null && (tag === undefined || !isSameStrongTag(required, tag))) return false
  return excluded === null || tag === undefined || !isKnownTag(excluded, tag)
}

async function setFileProperties(visit: Visit): Promise<Response> {
  const { path } = visit
  const conflict = await findLockConflict(lockRequest(visit), [
    { path, isDeep: false, isMember: false },
  ])
  return conflict ?? setProperties(lockRequest(visit))
}

/** Status 507 with the precondition that RFC 4331 defines. */
const quotaExceeded = () =>
  new Response(
    '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:quota-not-exceeded/></D:error>\n',
    { status: 507, headers: { 'content-type': 'application/xml; charset=utf-8' } },
  )

async function createCollection(visit: Visit): Promise<Response> {
  const { request, inbox, path } = visit
  if (await inbox.find(path)) return plain(405, { allow: ALLOW })
  if (!(await inbox.hasParent(path))) return plain(409)
  const conflict = await findLockConflict(lockRequest(visit), [
    { path, isDeep: false, isMember: true },
  ])
  if (conflict) return conflict
  if ((await readLimited(request, MAX_IGNORED, 'a folder has no body')).length > 0)
    return plain(415)
  await inbox.createFolder(path)
  return plain(201)
}

async function remove(visit: Visit): Promise<Response> {
  const { inbox, path } = visit
  if (path === '') return plain(403)
  const entry = await inbox.find(path)
  if (!entry) return plain(404)
  const written = { path, isDeep: true, isMember: true }
  const conflict = await findLockConflict(lockRequest(visit), [written])
  if (conflict) return conflict
  await inbox.delete(path, entry)
  endLocks(inbox, path)
  return plain(204)
}

async function move(visit: Visit): Promise<Response> {
  const { ctx, request, inbox, path } = visit
  const destination = readDestination(request)
  if (destination === undefined) return plain(400, {}, 'a Destination header is missing')
  if (!isOwnHost(ctx, request, destination))
    return plain(502, {}, 'the destination is on another server')
  const goal = pathInInbox(ctx, destination)
  if (goal === undefined || goal === '' || path === '') return plain(403)
  if (goal === path || goal.startsWith(`${path}/`)) return plain(403)
  if (!(await inbox.find(path))) return plain(404)
  if (!(await inbox.hasParent(goal))) return plain(409)
  const there = await inbox.find(goal)
  if (there && request.headers.get('overwrite')?.toUpperCase() === 'F') return plain(412)
  const conflict = await findLockConflict(
    lockRequest(visit),
    [path, goal].map((one) => ({ path: one, isDeep: true, isMember: true })),
  )
  if (conflict) return conflict
  await inbox.move(path, goal)
  endLocks(inbox, path)
  return plain(there ? 204 : 201)
}

/** The `Destination` header, an absolute URL or a path (RFC 4918, 10.3); undefined without a usable one. */
function readDestination({ headers, url }: Request): URL | undefined {
  const text = headers.get('destination')
  return (text === null ? null : URL.parse(text, url)) ?? undefined
}

/**
 * Whether a URL refers to this server: by the host of the request, of the proxy in front, or of `UI_URL`. Proxies may
 * rewrite the `Host` header or omit its port, so that ports are only compared when both are known.
 */
function isOwnHost({ config }: AppContext, { headers, url }: Request, goal: URL): boolean {
  const forwarded = headers.get('x-forwarded-host')?.split(',') ?? []
  const hosts = [config.uiUrl, url, ...forwarded.map((host) => `http://${host.trim()}`)]
  return hosts
    .map((text) => URL.parse(text))
    .some(
      (own) =>
        own?.hostname === goal.hostname && (own.port === goal.port || !own.port || !goal.port),
    )
}

/** The path in the inbox to which a URL refers; undefined for one outside of it. */
function pathInInbox({ config }: AppContext, { pathname }: URL): string | undefined {
  if (!pathname.startsWith(`${config.basePath}/`)) return undefined
  return parseDavPath(pathname.slice(config.basePath.length))
}

/** Ends the locks of what was deleted or moved; a lock does not move (RFC 4918, 7.5). */
function endLocks(inbox: UserInbox, path: string): void {
  const own = inbox.locksOn(path).filter((one) => one.path === path)
  for (const one of [...own, ...inbox.locksBelow(path)]) inbox.unlock(one)
}
