import { Readable } from 'node:stream'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { AppError, insufficientScope, noSpaceLeft, unknownUrl } from '@/errors'
import { admitByPassword } from '@/http/access'
import { readAtMost } from '@/http/body'
import { BodyTooLarge } from '@/http/multipart'
import { spendApiAllowance } from '@/http/rate-limits'
import { spool } from '@/http/receive-arrival'
import { tooLarge } from '@/http/receive-file'
import { pathOf } from '@/http/request-path'
import { isDiskFull } from '@/lib/faults'
import { httpDate } from '@/lib/http-date'
import { ChangedFileError } from '@/storage/inbox'
import { InboxTree } from '@/storage/inbox-tree'
import { extensionOf } from '@/storage/upload-names'
import { davTag, type Listed, multistatus } from './multistatus'
import { DAV_ROOT, davHref, isDavName, parseDavPath } from './path'

/** Answers programs that speak WebDAV (RFC 4918, class 1), as far as those do that only deliver files. */
export interface Dav {
  answer: (request: Request) => Promise<Response>
}

/** A request that was let in. */
interface Visit {
  ctx: AppContext
  request: Request
  caller: Caller
  tree: InboxTree
  /** Inside the inbox. */
  path: string
}

const METHODS: Record<string, (visit: Visit) => Promise<Response>> = {
  PROPFIND: list,
  GET: send,
  HEAD: send,
  PUT: put,
  MKCOL: makeFolder,
  DELETE: remove,
  MOVE: move,
}
const ALLOW = ['OPTIONS', ...Object.keys(METHODS)].join(', ')
/** Nobody is there any more to read an answer; the log shows it. */
const CLIENT_CLOSED_REQUEST = 499
/** Bytes of what clients say of the properties that they want, which is not looked at. */
const MOST_ASKED = 65_536

/** Opens the inbox to WebDAV. Users come with their name and a personal token as the password, or with the token alone. */
export function openDav(ctx: AppContext): Dav {
  return {
    answer: async (request) => {
      try {
        return await answer(ctx, request)
      } catch (error) {
        if (isDiskFull(error)) return refusal(noSpaceLeft())
        if (error instanceof AppError) return refusal(error)
        if (isConflict(error)) return plain(409, {}, 'it was changed meanwhile')
        if (request.signal.aborted) return plain(CLIENT_CLOSED_REQUEST)
        ctx.log.error({ err: error, method: request.method }, 'a WebDAV request failed')
        return plain(500)
      }
    },
  }
}

/** What the system says when a file or folder has gone, or become another thing, since it was looked at. */
const CONFLICTS = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY']

const isConflict = (error: unknown): boolean =>
  error instanceof ChangedFileError ||
  (error instanceof Error && 'code' in error && CONFLICTS.includes(String(error.code)))

async function answer(ctx: AppContext, request: Request): Promise<Response> {
  const { inbox } = ctx
  const { method } = request
  if (!inbox) throw unknownUrl()
  if (method === 'OPTIONS') return new Response(null, { headers: { dav: '1', allow: ALLOW } })
  spendApiAllowance(ctx, request, DAV_ROOT)
  const caller = await admitByPassword(ctx, request, { scope: 'workouts:write' })
  const path = parseDavPath(pathOf(request))
  if (path === undefined) return plain(isReading(method) ? 404 : 403)
  const work = METHODS[method]
  if (!work) return plain(405, { allow: ALLOW })
  return work({ ctx, request, caller, path, tree: new InboxTree(inbox, caller.username) })
}

const isReading = (method: string) => ['GET', 'HEAD', 'PROPFIND'].includes(method)

/** What was refused, in words; who was not let in is asked for name and token. */
function refusal({ httpStatus, body, headers }: AppError): Response {
  const text = 'message' in body ? String(body.message) : ''
  const challenge = httpStatus === 401 && {
    'www-authenticate': 'Basic realm="Milepost: user name and personal token", charset="UTF-8"',
  }
  return plain(httpStatus, { ...headers, ...challenge }, text)
}

const plain = (status: number, headers: Record<string, string> = {}, text = '') =>
  new Response(text === '' ? null : `${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  })

async function list({ ctx, request, tree, path }: Visit): Promise<Response> {
  const depth = request.headers.get('depth') ?? '1'
  if (depth !== '0' && depth !== '1') return plain(403, {}, 'only one level can be listed')
  await readAtMost(request, MOST_ASKED, 'too much was asked')
  const entry = await tree.find(path)
  if (!entry) return plain(404)
  const all = depth === '1' && entry.isFolder ? await tree.list(path) : []
  const below = all.filter(({ name }) => isDavName(name))
  const { basePath } = ctx.config
  const at = (inside: string, isFolder: boolean) => davHref(basePath, inside, isFolder)
  const listed: Listed[] = [
    { href: at(path, entry.isFolder), entry },
    ...below.map((one) => ({ href: at(`${path}/${one.name}`, one.isFolder), entry: one })),
  ]
  const headers = { 'content-type': 'application/xml; charset=utf-8' }
  return new Response(multistatus(listed), { status: 207, headers })
}

/** The bytes are those of a recording: to see them takes the scope that shows workouts. */
async function send({ request, caller, tree, path }: Visit): Promise<Response> {
  const entry = await tree.find(path)
  if (!entry) return plain(404)
  if (entry.isFolder) return plain(405, { allow: ALLOW })
  const headers = {
    'content-length': String(entry.size),
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    etag: davTag(entry),
    'last-modified': httpDate(entry.modifiedAt),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  if (caller.scopes && !caller.scopes.has('workouts:read')) throw insufficientScope()
  const handle = await tree.open(path)
  if (!handle) return plain(404)
  const { size } = await handle.stat()
  // NOTE the types of Bun and Node do not know each other's streams.
  const stream = Readable.toWeb(handle.createReadStream()) as unknown as ReadableStream
  return new Response(stream, { headers: { ...headers, 'content-length': String(size) } })
}

async function put({ ctx, request, tree, path }: Visit): Promise<Response> {
  const there = await tree.find(path)
  if (there?.isFolder) return plain(405, { allow: ALLOW })
  if (!(await hasParent(tree, path))) return plain(409)
  if (there && request.headers.get('if-none-match') === '*') return plain(412)
  if (request.headers.has('content-range')) return plain(400, {}, 'only whole files are taken')
  const limits = await getAppConfig(ctx.db)
  const isSingle = EXTENSIONS_OF_ONE.includes(extensionOf(path))
  const most = isSingle ? limits.max_single_file_size : limits.max_zip_file_size
  const size = Number(request.headers.get('content-length')) || undefined
  if (size && size > most) throw tooLarge({ subject: 'workout' }, { size, most })
  await tree
    .put(path, async (arriving) => void (await spool(request, arriving, most)))
    .catch((error) => {
      throw error instanceof BodyTooLarge ? tooLarge({ subject: 'workout' }, { size, most }) : error
    })
  return plain(there ? 204 : 201)
}

/** What surely is one recording; anything else may be, or become, an archive. */
const EXTENSIONS_OF_ONE = ['gpx', 'fit', 'tcx', 'kml', 'kmz', 'igc', 'pwx', 'sml']

async function makeFolder({ request, tree, path }: Visit): Promise<Response> {
  if (await tree.find(path)) return plain(405, { allow: ALLOW })
  if (!(await hasParent(tree, path))) return plain(409)
  if ((await readAtMost(request, MOST_ASKED, 'a folder has no body')).length > 0) return plain(415)
  await tree.makeFolder(path)
  return plain(201)
}

async function remove({ tree, path }: Visit): Promise<Response> {
  if (path === '') return plain(403)
  if (!(await tree.find(path))) return plain(404)
  await tree.remove(path)
  return plain(204)
}

async function move({ ctx, request, tree, path }: Visit): Promise<Response> {
  const goal = destinationOf(ctx, request)
  if (goal === undefined || goal === '' || path === '') return plain(403)
  if (goal === path || goal.startsWith(`${path}/`)) return plain(403)
  if (!(await tree.find(path))) return plain(404)
  if (!(await hasParent(tree, goal))) return plain(409)
  const there = await tree.find(goal)
  if (there && request.headers.get('overwrite')?.toUpperCase() === 'F') return plain(412)
  await tree.move(path, goal)
  return plain(there ? 204 : 201)
}

/** Where something is to be moved to: a whole address as the client sees it, or its path. */
function destinationOf({ config }: AppContext, { headers, url }: Request): string | undefined {
  const text = headers.get('destination')
  const address = text === null ? null : URL.parse(text, url)
  if (!address?.pathname.startsWith(`${config.basePath}/`)) return undefined
  return parseDavPath(address.pathname.slice(config.basePath.length))
}

/** Whether the folder is there in which something is to be. */
async function hasParent(tree: InboxTree, path: string): Promise<boolean> {
  const parent = path.split('/').slice(0, -1).join('/')
  return (await tree.find(parent))?.isFolder === true
}
