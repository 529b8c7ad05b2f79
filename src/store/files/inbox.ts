import { constants, type Stats } from 'node:fs'
import {
  type FileHandle,
  lstat,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { KeyedLock } from '@/lib/concurrency/lock'
import { Signal } from '@/lib/concurrency/signal'
import { createFolder, fsyncFile, fsyncFolder, fsyncFoldersUpTo } from '@/lib/files/fsync'
import { InboxLocks } from './inbox-locks'
import { createFolderLikeParent, shareFile } from './shared-folder'

/** Folders for processed files, inside the inbox; the files keep their paths. */
export const ENDS = ['done', 'failed'] as const
export type End = (typeof ENDS)[number]

/** A file in the inbox, with its state when the folder was scanned. */
export interface InboxFile {
  /** Name of the user's folder. */
  folder: string
  /** Below it, with slashes. */
  path: string
  size: number
  /**
   * Changes when the file is written to. Two equal states mean that the file was most likely not touched in between.
   */
  state: string
  /** Whether it only points to a file. */
  isLink: boolean
}

/** The file has changed since the scan, or is outside of the inbox. */
export class ChangedFileError extends Error {
  override name = 'ChangedFileError'
}

/** Matches names that programs give to incomplete, temporary and system files. */
const NOT_MEANT =
  /^[.~@#]|^(?:thumbs\.db|desktop\.ini)$|~$|\.(?:tmp|temp|part|partial|filepart|crdownload|download|uploading|upload|swp|lock)$/i

/** Whether the name of a file or folder means that it must not be imported, at least not yet. */
const isNotMeant = (name: string): boolean => NOT_MEANT.test(name)

const isEnd = (name: string) => ENDS.some((end) => end === name)
/**
 * File in the folder of an account that is being deleted, with the id of the account. Names that begin with a dot are
 * not imported.
 */
const DELETED = '.deleted-account'
const DEEPEST = 8
/** Listings keep the names in memory, about 150 bytes per entry. */
const MAX_ENTRIES = 250_000
/** The end of the text next to a file that could not be imported. */
const ADVICE =
  'What to do: put a corrected file into the inbox under the same name, or delete this one. If the sport is unknown, choose a default sport in the settings first.'
/** Maximum number of files of a folder to process in one scan. */
const MAX_FILES = 10_000
const READ_ONE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The inbox folder with a subfolder for each user. Only the primary server has one. */
export class Inbox {
  readonly root: string
  /** Maximum number of entries of a folder that WebDAV clients can list. */
  readonly maxEntries: number
  /** Prefix that distinguishes current uploads from those of earlier runs. */
  readonly run = crypto.randomUUID()
  /** Raised when there may be new files. */
  readonly news = new Signal()
  /** States of files that were uploaded completely, by path. */
  readonly #whole = new Map<string, string>()
  readonly #locks = new KeyedLock()
  /** Locks of WebDAV clients. */
  readonly clientLocks = new InboxLocks()

  constructor(root: string, { maxEntries = MAX_ENTRIES } = {}) {
    this.root = root
    this.maxEntries = maxEntries
  }

  /**
   * Runs `work` while nothing else in this process moves files of the same user, so that a new file is not moved
   * instead of the one it replaces. Other users do not wait.
   */
  lock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
    // On a file system that ignores case, names that differ only in case are one folder.
    return this.#locks.hold(folder.toLowerCase(), work)
  }

  /** Creates the folder if it does not exist. */
  async open(): Promise<void> {
    await createFolder(this.root, 0o700)
  }

  /** Entries of the inbox itself, with whether they can be users' folders. Symbolic links are not followed. */
  async folders(): Promise<{ name: string; isFolder: boolean }[]> {
    const entries = await readdir(this.root, { withFileTypes: true }).catch(noneIfMissing)
    return entries
      .filter(({ name }) => !isNotMeant(name))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  }

  /** The files in a folder that wait to be imported, ordered by path. */
  async waiting(folder: string): Promise<InboxFile[]> {
    const found: InboxFile[] = []
    await this.#collect({ folder, path: '', depth: 0 }, found)
    return found.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  async #collect(
    { folder, path, depth }: { folder: string; path: string; depth: number },
    found: InboxFile[],
  ): Promise<void> {
    const entries = await readdir(join(this.root, folder, path), { withFileTypes: true }).catch(
      noneIfMissing,
    )
    const meant = entries.filter(({ name }) => !isNotMeant(name) && !(depth === 0 && isEnd(name)))
    for (const entry of meant) {
      if (found.length >= MAX_FILES) return
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && depth < DEEPEST)
        await this.#collect({ folder, path: below, depth: depth + 1 }, found)
      if (entry.isFile() || entry.isSymbolicLink()) found.push(...(await this.#look(folder, below)))
    }
  }

  /** The file at a path; empty if it no longer exists. */
  async #look(folder: string, path: string): Promise<InboxFile[]> {
    const facts = await lstat(join(this.root, folder, path)).catch(() => undefined)
    return facts ? [dropped(folder, path, facts)] : []
  }

  /** Records that a file arrived completely, so that it can be read without waiting until it stops changing. */
  async arrived(folder: string, path: string): Promise<void> {
    const facts = await lstat(join(this.root, folder, path)).catch(() => undefined)
    if (facts) this.#whole.set(`${folder}/${path}`, stateOf(facts))
    const [oldest] = this.#whole.keys()
    if (this.#whole.size > MAX_FILES && oldest !== undefined) this.#whole.delete(oldest)
    this.news.raise()
  }

  /** Whether a file was uploaded completely and has not been changed since. */
  isWhole({ folder, path, state }: InboxFile): boolean {
    return this.#whole.get(`${folder}/${path}`) === state
  }

  /** Whether a file is unchanged since the scan, and no folder in its path has become a symbolic link. */
  async isUnchanged({ folder, path, state }: InboxFile): Promise<boolean> {
    const place = join(this.root, folder, path)
    const facts = await lstat(place).catch(() => undefined)
    if (facts === undefined || stateOf(facts) !== state) return false
    const [home, parent] = await Promise.all([realpath(this.root), realpath(dirname(place))])
    return parent === dirname(join(home, folder, path))
  }

  /**
   * Streams a file. The stream ends with an error if the file changed while it was read, or is outside of the inbox.
   */
  read(file: InboxFile, maxBytes = Number.POSITIVE_INFINITY): Readable {
    return Readable.from(this.#bytes(file, maxBytes))
  }

  async *#bytes(file: InboxFile, maxBytes: number): AsyncGenerator<Uint8Array> {
    const handle = await open(join(this.root, file.folder, file.path), READ_ONE)
    try {
      await this.#requireSame(file, handle)
      const end = maxBytes === Number.POSITIVE_INFINITY ? undefined : maxBytes - 1
      for await (const chunk of handle.createReadStream({ autoClose: false, end })) yield chunk
      await this.#requireSame(file, handle)
    } finally {
      await handle.close()
    }
  }

  /** @throws ChangedFileError */
  async #requireSame({ folder, path, state }: InboxFile, handle: FileHandle): Promise<void> {
    const facts = await handle.stat()
    const place = await findPath(handle, join(this.root, folder, path))
    const home = (await realpath(this.root)) + sep
    if (!facts.isFile() || stateOf(facts) !== state || !place.startsWith(home))
      throw new ChangedFileError(`${path} was changed`)
  }

  /**
   * Moves a file to the folder of its outcome, next to a text file if there is a `note`. Returns false, and leaves the
   * file where it is, if it has changed.
   *
   * @throws a system error when it cannot be moved.
   */
  finish(file: InboxFile, end: End, note?: string): Promise<boolean> {
    return this.lock(file.folder, () => this.#finish(file, end, note))
  }

  async #finish(file: InboxFile, end: End, note?: string): Promise<boolean> {
    if (!(await this.isUnchanged(file))) return false
    const { folder, path } = file
    const goal = `${end}/${path}`
    await this.createFolders(folder, dirname(goal))
    const target = join(this.root, folder, await this.#freeName(folder, goal))
    if (note) {
      await rm(`${target}.txt`, { force: true })
      const text = end === 'failed' ? `${note}\n\n${ADVICE}` : note
      await writeFile(`${target}.txt`, `${text}\n`, { flag: 'wx' })
      await shareFile(`${target}.txt`)
    }
    await rename(join(this.root, folder, path), target)
    await this.syncNames(folder, dirname(goal))
    this.#whole.delete(`${folder}/${path}`)
    return true
  }

  /** `name.fit`, or `name (2).fit` if that exists. */
  async #freeName(folder: string, path: string): Promise<string> {
    const [, stem = path, extension = ''] = /^(.*?)((?:\.[^./]+){0,2})$/s.exec(path) ?? []
    for (let number = 1; ; number++) {
      const name = number === 1 ? path : `${stem} (${number})${extension}`
      const facts = await lstat(join(this.root, folder, name)).catch(() => undefined)
      if (!facts) return name
    }
  }

  /**
   * Creates folders below a user's folder.
   * @throws ChangedFileError if one of the paths is not a folder, such as a link.
   */
  async createFolders(folder: string, path: string): Promise<void> {
    await this.open()
    let place = join(this.root, folder)
    for (const part of ['', ...path.split('/').filter((name) => name !== '' && name !== '.')]) {
      place = part === '' ? place : join(place, part)
      await createFolderLikeParent(place).catch((error) => {
        if (error.code !== 'EEXIST') throw error
      })
      if (!(await lstat(place)).isDirectory()) throw new ChangedFileError(`${part} is no folder`)
    }
  }

  /** Fsyncs a folder below a user's folder and all its parents, so that the names in them are durable. */
  async syncNames(folder: string, path: string): Promise<void> {
    await fsyncFoldersUpTo(join(this.root, folder, path), this.root)
  }

  /**
   * Marks the folder of an account that is about to be deleted, so that `removeDeleted` finds it even if the server stops
   * before `removeFolder`. Does nothing without a folder.
   */
  async markDeleted(username: string, userId: number): Promise<void> {
    for (const name of await this.#foldersOf(username)) {
      const mark = join(this.root, name, DELETED)
      // Other users may write to the folder, so a link at the path of the mark must not be followed.
      await rm(mark, { force: true })
      await writeFile(mark, String(userId), { flag: 'wx' })
      await fsyncFile(mark)
      await fsyncFolder(join(this.root, name))
    }
  }

  /** Removes the mark after the deletion of the account failed. */
  async unmarkDeleted(username: string): Promise<void> {
    for (const name of await this.#foldersOf(username))
      await rm(join(this.root, name, DELETED), { force: true })
  }

  /** Deletes the marked folders of accounts that no longer exist. */
  async removeDeleted(existing: ReadonlySet<number>): Promise<void> {
    for (const { name, isFolder } of await this.folders()) {
      const mark = isFolder ? await readMark(join(this.root, name, DELETED)) : undefined
      if (mark === undefined || existing.has(mark)) continue
      await rm(join(this.root, name), { recursive: true })
      await fsyncFolder(this.root)
    }
  }

  /** Names of a user's folder; several if the file system is case-sensitive. Links and files are excluded. */
  async #foldersOf(username: string): Promise<string[]> {
    const lowerName = username.toLowerCase()
    const folders = (await this.folders()).filter(({ isFolder }) => isFolder)
    return folders.map(({ name }) => name).filter((name) => name.toLowerCase() === lowerName)
  }

  /** Deletes the folder of a deleted account, so that a later account with the same name does not get its files. */
  async removeFolder(username: string): Promise<void> {
    const lowerName = username.toLowerCase()
    const folders = (await this.folders()).filter(({ name }) => name.toLowerCase() === lowerName)
    for (const { name } of folders) await rm(join(this.root, name), { recursive: true })
    // Without any folder there may be no inbox either.
    if (folders.length > 0) await fsyncFolder(this.root)
  }
}

/** The id in a mark; undefined without one. */
async function readMark(path: string): Promise<number | undefined> {
  const handle = await open(path, READ_ONE).catch(() => undefined)
  if (!handle) return undefined
  try {
    const id = Number(await handle.readFile('utf8'))
    return Number.isInteger(id) && id > 0 ? id : undefined
  } finally {
    await handle.close()
  }
}

const dropped = (folder: string, path: string, facts: Stats): InboxFile => ({
  folder,
  path,
  size: facts.size,
  state: stateOf(facts),
  isLink: facts.isSymbolicLink(),
})

const stateOf = ({ size, mtimeMs }: Stats) => `${size} ${mtimeMs}`

/** The real path of an open file. */
const findPath = (handle: FileHandle, path: string): Promise<string> =>
  readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path))

/** For `catch`: a folder that is missing has no entries; one that cannot be read is an error. */
export function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
