import {
  closeSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { deleteLeftoversSync, uniqueName } from '@/lib/process/process-name'

/**
 * Error codes of file systems that cannot fsync a folder. They either write names immediately or never guarantee
 * durability.
 */
const CANNOT_SYNC_FOLDERS = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Fsyncs a file. @throws the system error; the file may or may not be durable then */
export async function fsyncFile(path: string): Promise<void> {
  const file = openSync(path, 'r')
  const { promise, resolve: done, reject } = Promise.withResolvers<void>()
  fsync(file, (error) => {
    closeSync(file)
    if (error) reject(error)
    else done()
  })
  await promise
}

/** Fsyncs a folder, so that files added to it and removed from it are durable. */
export const fsyncFolder = (path: string): Promise<void> =>
  fsyncFile(path).catch(ignoreIfUnsupported)

/**
 * Fsyncs the folders from `path` up to `top`, which contains it. A file name is durable only if the names of all its
 * folders are.
 */
export async function fsyncFoldersUpTo(path: string, top: string): Promise<void> {
  const [last, root] = [resolve(top), resolve('/')]
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    await fsyncFolder(folder)
    if (folder === last || folder === root) return
  }
}

/** Renames a file or folder. The new name is durable before the removal of the old one is. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await fsyncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) await fsyncFolder(dirname(from))
}

/** Creates a folder and its missing parents, durably. */
export async function createFolder(path: string, mode = 0o777): Promise<void> {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first !== undefined) await fsyncFoldersUpTo(dirname(resolve(path)), dirname(resolve(first)))
}

/** Synchronous `makeFolder`, for code that runs before the server starts. */
export function createFolderSync(path: string, mode = 0o777): void {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first === undefined) return
  const top = dirname(resolve(first))
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    fsyncFolderSync(folder)
    if (folder === top) return
  }
}

/**
 * Writes a file that only its owner can read, replacing an existing one atomically: after a power failure the file has
 * either its old or its new content. The file is durable when the function returns.
 */
export function writeFileDurably(path: string, text: string): void {
  const prefix = `${basename(path)}.partial-`
  deleteLeftoversSync(dirname(path), prefix)
  const partial = join(dirname(path), uniqueName(prefix))
  try {
    writeFileSync(partial, text, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(partial, path)
  } finally {
    rmSync(partial, { force: true })
  }
  fsyncFolderSync(dirname(path))
}

function fsyncFolderSync(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    ignoreIfUnsupported(error)
  } finally {
    closeSync(folder)
  }
}

function ignoreIfUnsupported(error: unknown): void {
  if (!CANNOT_SYNC_FOLDERS.includes(errorCode(error))) throw error
}

const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
