import { constants, type Stats } from 'node:fs'
import {
  type FileHandle,
  lstat,
  mkdir,
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
import { Lock } from '@/lib/lock'
import { Signal } from '@/lib/signal'

/** Where files go that were dropped into an inbox: inside it, under the path that they had. */
export const ENDS = ['done', 'failed'] as const
export type End = (typeof ENDS)[number]

/** A file that somebody has dropped, as it was when the folder was looked into. */
export interface DroppedFile {
  /** Name of the user's folder. */
  folder: string
  /** Below it, with slashes. */
  path: string
  size: number
  /** Changes when the file is written to: two that are equal were most likely not touched in between. */
  state: string
  /** Whether it only points to a file. */
  isLink: boolean
}

/** The file is no longer the one that was looked at, or never was one inside the inbox. */
export class ChangedFileError extends Error {
  override name = 'ChangedFileError'
}

/** Names that programs give to what is not complete, or is their own affair. */
const NOT_MEANT =
  /^[.~@#]|^(?:thumbs\.db|desktop\.ini)$|~$|\.(?:tmp|temp|part|partial|filepart|crdownload|download|uploading|upload|swp|lock)$/i

/** Whether a name says that a file or folder is not meant to be looked at, at least not yet. */
const isNotMeant = (name: string): boolean => NOT_MEANT.test(name)

const isEnd = (name: string) => ENDS.some((end) => end === name)
const DEEPEST = 8
/** Files of one folder that are looked at in one go. */
const MOST_FILES = 10_000
const READ_ONE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The folder into which programs drop files, with a folder for each user; only the server that writes has one. */
export class Inbox {
  readonly root: string
  /** Begins the names of what is arriving now, and of nothing that an earlier run has left. */
  readonly run = crypto.randomUUID()
  /** Raised when there may be something new. */
  readonly news = new Signal()
  /** States of files that were put there in one piece, by their paths. */
  readonly #whole = new Map<string, string>()
  readonly #lock = new Lock()

  constructor(root: string) {
    this.root = root
  }

  /**
   * Looks at things and moves them while nobody else in this process does: what somebody puts in the place of a file must
   * not be moved away in its stead.
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#lock.hold(work)
  }

  /** Makes the folder, if it is not there. */
  async open(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 })
  }

  /** What lies in the inbox itself, and whether it can be somebody's folder. Links are not followed. */
  async folders(): Promise<{ name: string; isFolder: boolean }[]> {
    const entries = await readdir(this.root, { withFileTypes: true }).catch(noneIfMissing)
    return entries
      .filter(({ name }) => !isNotMeant(name))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  }

  /** The files in a folder that wait for being imported, in the order of their paths. */
  async waiting(folder: string): Promise<DroppedFile[]> {
    const found: DroppedFile[] = []
    await this.#collect({ folder, path: '', depth: 0 }, found)
    return found.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  async #collect(
    { folder, path, depth }: { folder: string; path: string; depth: number },
    found: DroppedFile[],
  ): Promise<void> {
    const entries = await readdir(join(this.root, folder, path), { withFileTypes: true }).catch(
      noneIfMissing,
    )
    const meant = entries.filter(({ name }) => !isNotMeant(name) && !(depth === 0 && isEnd(name)))
    for (const entry of meant) {
      if (found.length >= MOST_FILES) return
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && depth < DEEPEST)
        await this.#collect({ folder, path: below, depth: depth + 1 }, found)
      if (entry.isFile() || entry.isSymbolicLink()) found.push(...(await this.#look(folder, below)))
    }
  }

  /** The file at a path; none when it is gone. */
  async #look(folder: string, path: string): Promise<DroppedFile[]> {
    const facts = await lstat(join(this.root, folder, path)).catch(() => undefined)
    return facts ? [dropped(folder, path, facts)] : []
  }

  /** Says that a file was put there in one piece: it need not rest before it is read. */
  async arrived(folder: string, path: string): Promise<void> {
    const facts = await lstat(join(this.root, folder, path)).catch(() => undefined)
    if (facts) this.#whole.set(`${folder}/${path}`, stateOf(facts))
    const [oldest] = this.#whole.keys()
    if (this.#whole.size > MOST_FILES && oldest !== undefined) this.#whole.delete(oldest)
    this.news.raise()
  }

  /** Whether a file was put there in one piece and has not been touched since. */
  isWhole({ folder, path, state }: DroppedFile): boolean {
    return this.#whole.get(`${folder}/${path}`) === state
  }

  /** Whether a file is as it was when it was looked at, and where: no folder on the way is a link by now. */
  async isUnchanged({ folder, path, state }: DroppedFile): Promise<boolean> {
    const place = join(this.root, folder, path)
    const facts = await lstat(place).catch(() => undefined)
    if (facts === undefined || stateOf(facts) !== state) return false
    const [home, parent] = await Promise.all([realpath(this.root), realpath(dirname(place))])
    return parent === dirname(join(home, folder, path))
  }

  /** The bytes of a file. An error ends them when it was changed meanwhile, or is not in the inbox after all. */
  read(file: DroppedFile, most = Number.POSITIVE_INFINITY): Readable {
    return Readable.from(this.#bytes(file, most))
  }

  async *#bytes(file: DroppedFile, most: number): AsyncGenerator<Uint8Array> {
    const handle = await open(join(this.root, file.folder, file.path), READ_ONE)
    try {
      await this.#requireSame(file, handle)
      const end = most === Number.POSITIVE_INFINITY ? undefined : most - 1
      for await (const chunk of handle.createReadStream({ autoClose: false, end })) yield chunk
      await this.#requireSame(file, handle)
    } finally {
      await handle.close()
    }
  }

  /** @throws ChangedFileError */
  async #requireSame({ folder, path, state }: DroppedFile, handle: FileHandle): Promise<void> {
    const facts = await handle.stat()
    const place = await placeOf(handle, join(this.root, folder, path))
    const home = (await realpath(this.root)) + sep
    if (!facts.isFile() || stateOf(facts) !== state || !place.startsWith(home))
      throw new ChangedFileError(`${path} was changed`)
  }

  /**
   * Moves a file to where it ends, with a text beside it if there is something to say. False when it was changed
   * meanwhile: then it stays.
   *
   * @throws a system error when it cannot be moved.
   */
  finish(file: DroppedFile, end: End, note?: string): Promise<boolean> {
    return this.alone(() => this.#finish(file, end, note))
  }

  async #finish(file: DroppedFile, end: End, note?: string): Promise<boolean> {
    if (!(await this.isUnchanged(file))) return false
    const { folder, path } = file
    const goal = `${end}/${path}`
    await this.makeFolders(folder, dirname(goal))
    const target = join(this.root, folder, await this.#freeName(folder, goal))
    if (note) {
      await rm(`${target}.txt`, { force: true })
      await writeFile(`${target}.txt`, `${note}\n`, { flag: 'wx' })
    }
    await rename(join(this.root, folder, path), target)
    this.#whole.delete(`${folder}/${path}`)
    return true
  }

  /** `name.fit`, or `name (2).fit` when there is one already. */
  async #freeName(folder: string, path: string): Promise<string> {
    const [, stem = path, extension = ''] = /^(.*?)((?:\.[^./]+){0,2})$/s.exec(path) ?? []
    for (let number = 1; ; number++) {
      const name = number === 1 ? path : `${stem} (${number})${extension}`
      const facts = await lstat(join(this.root, folder, name)).catch(() => undefined)
      if (!facts) return name
    }
  }

  /** Makes folders below a user's. @throws ChangedFileError where one of them is none, such as a link. */
  async makeFolders(folder: string, path: string): Promise<void> {
    await this.open()
    let place = join(this.root, folder)
    for (const part of ['', ...path.split('/').filter((name) => name !== '' && name !== '.')]) {
      place = part === '' ? place : join(place, part)
      await mkdir(place, { mode: 0o700 }).catch((error) => {
        if (error.code !== 'EEXIST') throw error
      })
      if (!(await lstat(place)).isDirectory()) throw new ChangedFileError(`${part} is no folder`)
    }
  }

  /** Removes the folder of somebody who is gone, for the next of that name must not find it. */
  async removeFolder(username: string): Promise<void> {
    const wanted = username.toLowerCase()
    for (const { name } of await this.folders())
      if (name.toLowerCase() === wanted) await rm(join(this.root, name), { recursive: true })
  }
}

const dropped = (folder: string, path: string, facts: Stats): DroppedFile => ({
  folder,
  path,
  size: facts.size,
  state: stateOf(facts),
  isLink: facts.isSymbolicLink(),
})

const stateOf = ({ size, mtimeMs }: Stats) => `${size} ${mtimeMs}`

/** Where an open file lies, whatever led to it. */
const placeOf = (handle: FileHandle, path: string): Promise<string> =>
  readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path))

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
