import { isReservedName } from '@/use-cases/imports/inbox/user-inbox'

/** Path of the inbox, below the base path. */
export const DAV_ROOT = '/dav/inbox'

/** Whether a path belongs to the WebDAV inbox. */
export const isDavPath = (path: string): boolean => path === '/dav' || path.startsWith('/dav/')

const DEEPEST = 8
/** Bytes of one name. The file system's limit is higher, which leaves room for a number if the name is taken. */
const MAX_NAME_LENGTH = 200
/** Bytes. */
const MAX_PATH_LENGTH = 1000
/** Characters that file systems or other programs do not support. */
const UNUSABLE = /[\p{Cc}/\\]/u

/** The path inside the inbox, without leading and trailing slashes; undefined for an invalid one. */
export function parseDavPath(path: string): string | undefined {
  if (path !== DAV_ROOT && !path.startsWith(`${DAV_ROOT}/`)) return undefined
  const parts = path.slice(DAV_ROOT.length).split('/').slice(1).map(decode)
  if (parts.at(-1) === '') parts.pop()
  const names = parts.filter((part) => part !== undefined)
  const isUsable =
    names.length === parts.length && names.length <= DEEPEST && names.every(isDavName)
  const inside = names.join('/')
  return isUsable && Buffer.byteLength(inside) <= MAX_PATH_LENGTH && !isReservedName(names[0])
    ? inside
    : undefined
}

/** The URL path of a path inside the inbox. Folders end with a slash. */
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

/** Whether WebDAV clients can use a file name; the folder may contain others. */
export const isDavName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !UNUSABLE.test(name) &&
  Buffer.byteLength(name) <= MAX_NAME_LENGTH
