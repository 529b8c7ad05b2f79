import { ENDS } from '@/storage/inbox'

/** Where the inbox is, below the base path. */
export const DAV_ROOT = '/dav/inbox'

/** Whether a path is one of the inbox for programs that speak WebDAV. */
export const isDavPath = (path: string): boolean => path === '/dav' || path.startsWith('/dav/')

const DEEPEST = 8
/** Bytes of one name, of which some are needed for a number when it is taken. */
const LONGEST_NAME = 200
/** Bytes. */
const LONGEST_PATH = 1000
/** What no file system, or no other program, likes. */
const UNUSABLE = /[\p{Cc}/\\]/u

/** A path inside the inbox, without slashes around it; undefined for one that cannot be. */
export function parseDavPath(path: string): string | undefined {
  if (path !== DAV_ROOT && !path.startsWith(`${DAV_ROOT}/`)) return undefined
  const parts = path.slice(DAV_ROOT.length).split('/').slice(1).map(decode)
  if (parts.at(-1) === '') parts.pop()
  const names = parts.filter((part) => part !== undefined)
  const isUsable =
    names.length === parts.length && names.length <= DEEPEST && names.every(isDavName)
  const inside = names.join('/')
  return isUsable && Buffer.byteLength(inside) <= LONGEST_PATH && !isReserved(names[0])
    ? inside
    : undefined
}

/** The address of a path inside the inbox, as clients see it; folders end with a slash. */
export function davHref(basePath: string, path: string, isFolder: boolean): string {
  const parts = path.split('/').filter((part) => part !== '')
  const written = [basePath + DAV_ROOT, ...parts.map(encodeURIComponent)].join('/')
  return isFolder ? `${written}/` : written
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Whether a file of this name can be spoken of: the folder may hold others. */
export const isDavName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !UNUSABLE.test(name) &&
  Buffer.byteLength(name) <= LONGEST_NAME

/** Names that mean something to the inbox itself, also to file systems that do not tell case. */
const isReserved = (name: string | undefined) =>
  [...ENDS, '.arriving'].some((end) => end === name?.toLowerCase())
