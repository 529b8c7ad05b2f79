import { type Dirent, existsSync, mkdirSync, rmSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { requireDescriptors } from '@/lib/files/descriptors'
import {
  createFolder,
  createFolderSync,
  fsyncFile,
  fsyncFolder,
  fsyncFoldersUpTo,
  renameDurably,
} from '@/lib/files/fsync'
import { processName } from '@/lib/process/process-name'
import { undefinedIfMissing } from '@/lib/system-errors'
import type { Ids } from '@/lib/text/ids'
import type { Reserve } from './reserved-space'

/** Stored files by their paths relative to the uploads folder, in that folder or in a bucket. */
export interface Files {
  /**
   * Path of a stored file on this machine, whether it exists or not.
   * @throws Error for a path outside of the folder.
   */
  pathOf: (relative: string) => string
  /** The path at which a stored file can be read now; undefined for one that is missing. */
  fetch: (relative: string) => Promise<string | undefined>
  /** Lists all stored files, without current uploads and files in `lost/`. */
  list: () => AsyncIterable<ListedFile>
  /**
   * Returns a new path for a file that is being uploaded, on the same file system as the store. It is in a folder of
   * this process, so that the uploads of an ended process can be told apart from current ones.
   *
   * @throws Error with the code of a full disk while only the reserved space is left, or of too many open files.
   */
  incoming: () => string
  /** Deletes all unfinished uploads before the process ends. */
  discardUploads: () => void
  /** Moves an uploaded file into place; its data and name are durable when the promise resolves. */
  store: (incoming: string, relative: string) => Promise<void>
  /** Like `store`, for several files whose data is already durable: stores all of them or none. */
  storeWritten: (files: readonly WrittenFile[]) => Promise<void>
  /** Deletes a stored file; does nothing if it is missing. */
  remove: (relative: string) => Promise<void>
  /** Deletes a folder with its content; does nothing if it is missing. */
  removeFolder: (relative: string) => Promise<void>
  /** The files directly in a folder; empty if it is missing. */
  filesIn: (relative: string) => Promise<StoredFile[]>
  /** Moves a stored file to `lost/`, from where it is deleted after some time. */
  setAside: (relative: string) => Promise<void>
  /** Names of the folders directly in a folder; empty if it is missing. */
  foldersIn: (relative: string) => Promise<string[]>
  exists: (relative: string) => Promise<boolean>
  /** Bytes of everything in the uploads folder. */
  totalSize: () => Promise<number>
  /** Measures a folder including its subfolders. */
  measure: (relative: string) => Promise<FolderUse>
}

/** Number and total size of the files in a folder. */
export interface FolderUse {
  bytes: number
  files: number
}

/** An uploaded file whose data is durable. */
export interface WrittenFile {
  incoming: string
  /** The destination, relative to the uploads folder. */
  relative: string
}

/** A file in the uploads folder. */
export interface StoredFile {
  /** Below the uploads folder. */
  path: string
  /** Time of its last write, in milliseconds since the Unix epoch. */
  modifiedAt: number
}

/** A stored file with its size in bytes. */
export interface ListedFile extends StoredFile {
  size: number
}

/** Folder for uploads in progress, with a subfolder for each process. */
export const INCOMING = 'incoming'
/** Folder for files that no row refers to. */
export const LOST = 'lost'

/** Returns the path in `lost/` for a file. */
export const lostPath = (relative: string): string => `${LOST}/${relative.replaceAll('/', '_')}`

/** File descriptors that one upload, and the worker that reads it, may need. */
const DESCRIPTORS = 32
/** Milliseconds for which a successful check is reused, because an import stores many files in quick succession. */
const CHECK_EVERY = 50

/** Opens the uploads folder and creates it if necessary. */
export function openFiles(root: string, ids: Ids, reserve: Pick<Reserve, 'hasSpace'>): Files {
  const arriving = join(root, INCOMING, processName())
  createFolderSync(root)
  const pathOf = (relative: string) => inside(root, relative)
  let checkedAt = Number.NEGATIVE_INFINITY
  const durable = new DurableFolders(root)
  const storeWritten = async (files: readonly WrittenFile[]) => {
    const moves = files.map(({ incoming, relative }) => ({ from: incoming, to: pathOf(relative) }))
    const folders = new Set(moves.map(({ to }) => dirname(to)))
    for (const folder of folders) mkdirSync(folder, { recursive: true })
    await moveAll(moves)
    try {
      await Promise.all(Array.from(folders, durable.sync))
    } catch (error) {
      await moveBack(moves)
      throw error
    }
  }
  return {
    pathOf,
    incoming: () => {
      if (performance.now() - checkedAt > CHECK_EVERY) requireDescriptors(DESCRIPTORS)
      checkedAt = performance.now()
      if (!reserve.hasSpace())
        throw Object.assign(new Error('no space is left for new files'), { code: 'ENOSPC' })
      mkdirSync(arriving, { recursive: true })
      return join(arriving, ids.hex(12))
    },
    discardUploads: () => rmSync(arriving, { recursive: true, force: true }),
    store: async (incoming, relative) => {
      await fsyncFile(incoming)
      await storeWritten([{ incoming, relative }])
    },
    storeWritten,
    remove: (relative) => rm(pathOf(relative), { force: true }),
    removeFolder: async (relative) => {
      durable.forgetFolder(pathOf(relative))
      await rm(pathOf(relative), { force: true, recursive: true })
    },
    filesIn: (relative) => filesIn(pathOf(relative), relative),
    setAside: async (relative) => {
      const target = pathOf(lostPath(relative))
      await createFolder(dirname(target))
      await renameDurably(pathOf(relative), target)
      const now = new Date()
      await utimes(target, now, now)
    },
    foldersIn: (relative) => foldersIn(pathOf(relative)),
    exists: async (relative) =>
      (await stat(pathOf(relative)).catch(undefinedIfMissing)) !== undefined,
    fetch: async (relative) => {
      const path = pathOf(relative)
      const facts = await stat(path).catch(undefinedIfMissing)
      return facts?.isFile() ? path : undefined
    },
    list: () => listBelow(root),
    totalSize: () => folderSize(root),
    measure: (relative) => measureFolder(pathOf(relative)),
  }
}

async function filesIn(folder: string, relative: string): Promise<StoredFile[]> {
  const names = (await listEntries(folder))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  const found: StoredFile[] = []
  for (const name of names) {
    const facts = await stat(join(folder, name)).catch(undefinedIfMissing)
    if (facts) found.push({ path: `${relative}/${name}`, modifiedAt: facts.mtimeMs })
  }
  return found
}

const foldersIn = async (folder: string): Promise<string[]> =>
  (await listEntries(folder)).filter((entry) => entry.isDirectory()).map(({ name }) => name)

/** Entries of a folder; empty if it is missing. */
const listEntries = async (path: string): Promise<Dirent[]> =>
  (await readdir(path, { withFileTypes: true }).catch(undefinedIfMissing)) ?? []

/** Stores bytes as a file. If that fails, nothing is left behind. */
export async function storeBytes(
  files: Pick<Files, 'incoming' | 'store'>,
  bytes: Uint8Array,
  relative: string,
): Promise<void> {
  const incoming = files.incoming()
  try {
    await writeFile(incoming, bytes)
    await files.store(incoming, relative)
  } catch (error) {
    await rm(incoming, { force: true })
    throw error
  }
}

/** Whether a top folder contains permanently stored files. */
export const isPermanent = (folder: string): boolean => folder !== INCOMING && folder !== LOST

async function* listBelow(root: string, folder = ''): AsyncGenerator<ListedFile> {
  for (const entry of await listEntries(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && (folder !== '' || isPermanent(entry.name)))
      yield* listBelow(root, path)
    if (!entry.isFile()) continue
    const facts = await stat(join(root, path)).catch(undefinedIfMissing)
    if (facts) yield { path, size: facts.size, modifiedAt: facts.mtimeMs }
  }
}

/**
 * Folders below the uploads folder whose names are known to be durable. That a folder exists is not enough: another
 * upload, or a process that was killed before it could fsync, may have just created it.
 */
class DurableFolders {
  readonly #root: string
  readonly #known = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  /** Fsyncs the names in a folder, and the folder's name too unless it is known to be durable. */
  sync = async (folder: string): Promise<void> => {
    await fsyncFolder(folder)
    if (this.#known.has(folder)) return
    await fsyncFoldersUpTo(dirname(folder), dirname(this.#root))
    this.#known.add(folder)
  }

  /** Call this when a folder is deleted, because it may be created again. */
  forgetFolder(folder: string): void {
    this.#known.delete(folder)
  }
}

interface FileMove {
  from: string
  to: string
}

/** Moves all files, or none. */
async function moveAll(moves: readonly FileMove[]): Promise<void> {
  // Waits for all moves, so that none is in progress when an error is thrown.
  const moving = await Promise.allSettled(moves.map(({ from, to }) => rename(from, to)))
  const failed = moving.find(({ status }) => status === 'rejected')
  if (!failed) return
  await moveBack(moves.filter((_, index) => moving[index]?.status === 'fulfilled'))
  throw (failed as PromiseRejectedResult).reason
}

const moveBack = (moves: readonly FileMove[]) =>
  Promise.allSettled(moves.map(({ from, to }) => rename(to, from)))

/** Returns the uploads folder if recordings, pictures or photos are stored in it; undefined otherwise. */
export function findUploads(root: string): string | undefined {
  if (!existsSync(root)) return undefined
  const [first] = new Bun.Glob('{workouts,pictures,photos}/*/*').scanSync({
    cwd: root,
    onlyFiles: true,
  })
  return first === undefined ? undefined : root
}

function inside(root: string, relative: string): string {
  const path = normalize(join(root, relative))
  if (!path.startsWith(root + sep)) throw outside(relative)
  return path
}

/** The error for a path that names nothing below the uploads folder. */
export const outside = (relative: string): Error =>
  new Error(`path outside the uploads folder: ${relative}`)

/** Number of files to process before yielding to other work. */
const BATCH = 32

/**
 * Bytes of all files in a folder and its subfolders; 0 if it is missing. Files may be created and deleted during the
 * scan.
 */
export const folderSize = async (path: string): Promise<number> => (await measureFolder(path)).bytes

/** Measures the files in a folder and its subfolders; zero if it is missing. Symbolic links are not followed. */
export async function measureFolder(path: string): Promise<FolderUse> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const sum = { bytes: 0, files: 0 }
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH)
    const uses = await Promise.all(batch.map((entry) => measureEntry(path, entry)))
    for (const { bytes, files } of uses) {
      sum.bytes += bytes
      sum.files += files
    }
  }
  return sum
}

async function measureEntry(folder: string, entry: Dirent): Promise<FolderUse> {
  const path = join(folder, entry.name)
  if (entry.isDirectory()) return measureFolder(path)
  if (!entry.isFile()) return { bytes: 0, files: 0 }
  return stat(path).then(
    ({ size }) => ({ bytes: size, files: 1 }),
    () => ({ bytes: 0, files: 0 }),
  )
}
