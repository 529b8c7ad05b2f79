import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, lutimes, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncFile, fsyncFolder } from '@/lib/files/fsync'
import { undefinedIfMissing } from '@/lib/system-errors'
import { ENDS, type Inbox, noneIfMissing } from './inbox'
import { shareFile } from './shared-folder'

/** Folders that can contain a file: the inbox itself while it waits, or one per outcome. The first match counts. */
const PLACES = ['', ...ENDS] as const
type Place = (typeof PLACES)[number]
/** Prefix of files that are being uploaded. Names that begin with a dot are not imported. */
const ARRIVING = '.arriving'
/** Number of entries whose size and time are read at once. */
const LIST_BATCH = 256

/** A folder has more entries than can be listed. */
export class TooManyEntriesError extends Error {
  override name = 'TooManyEntriesError'

  constructor(path: string, max: number) {
    super(`/${path} has more than ${max} entries`)
  }
}

/** A file or folder as the client that uploaded it sees it, even after the import has moved it. */
export interface TreeEntry {
  name: string
  isFolder: boolean
  size: number
  /** Milliseconds since the Unix epoch. */
  modifiedAt: number
}

/**
 * The inbox of one user, as a folder from which files do not disappear: imported and rejected files stay visible at
 * their original path, so that sync clients do not upload them again. Paths are relative to the user's folder and
 * validated by the caller. Symbolic links are not followed.
 */
export class InboxTree {
  readonly #inbox: Inbox
  readonly #folder: string

  /** `folder` is the name of the user's folder. */
  constructor(inbox: Inbox, folder: string) {
    this.#inbox = inbox
    this.#folder = folder
  }

  #lock = <Result>(work: () => Promise<Result>) => this.#inbox.lock(this.#folder, work)

  #at = (...parts: string[]) => join(this.#inbox.root, this.#folder, ...parts)

  /** Whether the user's folder is a symbolic link or a file, which is neither listed nor written to. */
  async isUnusable(): Promise<boolean> {
    const facts = await lstat(this.#at()).catch(undefinedIfMissing)
    return facts !== undefined && !facts.isDirectory()
  }

  /** The entry at a path; undefined when there is none. The folder itself always exists. */
  async find(path: string): Promise<TreeEntry | undefined> {
    if (path === '') return { name: '', isFolder: true, size: 0, modifiedAt: 0 }
    const [found] = await this.#lock(() => this.#places(path))
    return found && entryOf(path.split('/').at(-1) ?? '', found.facts)
  }

  /**
   * Lists the entries of a folder, in batches. Only the names are read under the user's lock, so that a file that moves
   * is not missed; sizes and times are read outside of it, when a batch is requested.
   *
   * @throws TooManyEntriesError for more than `maxEntries` of the inbox: a truncated list would make clients upload
   * files again.
   */
  async list(path: string): Promise<AsyncGenerator<TreeEntry[], void>> {
    const names = await this.#lock(() => this.#names(path))
    return this.#entries(path, names)
  }

  async *#entries(path: string, names: [string, Place][]): AsyncGenerator<TreeEntry[], void> {
    for (let start = 0; start < names.length; start += LIST_BATCH) {
      const batch = names.slice(start, start + LIST_BATCH)
      const found = await Promise.all(batch.map((one) => this.#entry(path, one)))
      yield found.filter((entry) => entry !== undefined)
    }
  }

  /** Returns an entry, even if it moved to another place after its name was read. */
  async #entry(path: string, [name, place]: [string, Place]): Promise<TreeEntry | undefined> {
    for (const where of [place, ...PLACES]) {
      const facts = await lstat(this.#at(where, path, name)).catch(undefinedIfMissing)
      if (facts?.isFile() || facts?.isDirectory()) return entryOf(name, facts)
    }
    return undefined
  }

  /** Returns the names in a folder, each with the first place that contains it. */
  async #names(path: string): Promise<[string, Place][]> {
    const { maxEntries } = this.#inbox
    const found = new Map<string, Place>()
    for (const place of PLACES) {
      const names = await this.#namesIn(place, path)
      for (const name of names) if (!found.has(name)) found.set(name, place)
      if (found.size > maxEntries) throw new TooManyEntriesError(path, maxEntries)
    }
    return [...found]
  }

  /** Returns the names in a folder of a place, without those that the inbox itself uses. */
  async #namesIn(place: Place, path: string): Promise<string[]> {
    const parts = [place, path].filter((part) => part !== '').join('/')
    const facts = await this.#facts('', parts)
    if (!facts?.isDirectory()) return []
    const names = await readdir(this.#at(parts)).catch(noneIfMissing)
    if (parts === '') return names.filter((name) => name !== ARRIVING && !isEnd(name))
    return place === '' ? names : withoutNotes(names)
  }

  /** Opens the file at a path; undefined when there is no file. The caller closes it. */
  open(path: string): Promise<FileHandle | undefined> {
    return this.#lock(async () => {
      const [found] = await this.#places(path)
      if (!found?.facts.isFile()) return undefined
      return open(this.#at(found.place, path), constants.O_RDONLY | constants.O_NOFOLLOW)
    })
  }

  /** Creates a folder whose parent exists. */
  async createFolder(path: string): Promise<void> {
    await this.#inbox.createFolders(this.#folder, path)
    await this.#inbox.syncNames(this.#folder, dirname(path))
  }

  /** Stores a file that `write` writes to a temporary path. Its bytes and its name are durable afterwards. */
  async put(path: string, write: (arriving: string) => Promise<void>): Promise<void> {
    await this.#inbox.createFolders(this.#folder, dirname(path))
    await this.#inbox.createFolders(this.#folder, ARRIVING)
    const arriving = this.#at(ARRIVING, `${this.#inbox.run}-${crypto.randomUUID()}`)
    try {
      await write(arriving)
      await shareFile(arriving)
      await fsyncFile(arriving)
      await this.#lock(async () => {
        await rename(arriving, this.#at(path))
        // Runs before the earlier copies are deleted, so that one of the two survives a power cut.
        await this.#inbox.syncNames(this.#folder, dirname(path))
        for (const end of ENDS) await this.#removeIn(end, path)
        await this.#inbox.arrived(this.#folder, path)
      })
    } catch (error) {
      await rm(arriving, { force: true })
      throw error
    }
  }

  /** Sets the time of the last change of a file, in milliseconds since the Unix epoch. */
  setModifiedAt(path: string, modifiedAt: number): Promise<void> {
    return this.#lock(async () => {
      const [found] = await this.#places(path)
      if (!found?.facts.isFile()) return
      await lutimes(this.#at(found.place, path), new Date(), modifiedAt / 1000)
      if (found.place === '') await this.#inbox.arrived(this.#folder, path)
    })
  }

  /** Deletes a file, or a folder with its content. Workouts are not affected. */
  remove(path: string): Promise<void> {
    return this.#lock(() => this.#remove(path))
  }

  async #remove(path: string): Promise<void> {
    for (const { place } of await this.#places(path)) {
      await this.#removeIn(place, path)
      await fsyncFolder(dirname(this.#at(place, path)))
    }
  }

  /** Moves a file or folder to a path whose parent exists, and replaces what is at that path. */
  move(from: string, to: string): Promise<void> {
    return this.#lock(() => this.#move(from, to))
  }

  async #move(from: string, to: string): Promise<void> {
    const places = await this.#places(from)
    await this.#remove(to)
    for (const { place } of places) {
      await this.#inbox.createFolders(this.#folder, dirname(join(place, to)))
      await rename(this.#at(place, from), this.#at(place, to))
      await this.#inbox.syncNames(this.#folder, dirname(join(place, to)))
      await fsyncFolder(dirname(this.#at(place, from)))
    }
    await this.#inbox.arrived(this.#folder, to)
  }

  /** Returns all entries at a path, in order of precedence. */
  async #places(path: string): Promise<{ place: string; facts: Stats }[]> {
    const found: { place: string; facts: Stats }[] = []
    for (const place of PLACES) {
      const facts = await this.#facts(place, path)
      if (facts) found.push({ place, facts })
    }
    return found
  }

  /** The file status of a path in a place; undefined if a part of the path is a symbolic link. */
  async #facts(place: string, path: string): Promise<Stats | undefined> {
    let facts = await lstat(this.#at()).catch(() => undefined)
    let at = ''
    for (const part of [place, ...path.split('/')].filter((name) => name !== '')) {
      if (!facts?.isDirectory()) return undefined
      at = join(at, part)
      facts = await lstat(this.#at(at)).catch(() => undefined)
    }
    return facts?.isFile() || facts?.isDirectory() ? facts : undefined
  }

  /** Deletes the entry at a path in one place, and the text file that explains it. */
  async #removeIn(place: string, path: string): Promise<void> {
    if (!(await this.#facts(place, path))) return
    await rm(this.#at(place, path), { recursive: true, force: true })
    if (place !== '') await rm(this.#at(place, `${path}.txt`), { force: true })
  }
}

/** Deletes partial uploads of an earlier run that was killed. Does not touch current uploads or follow links. */
export async function removeArriving(inbox: Inbox): Promise<void> {
  for (const { name, isFolder } of await inbox.folders()) {
    const place = join(inbox.root, name, ARRIVING)
    const facts = isFolder ? await lstat(place).catch(() => undefined) : undefined
    const left = facts?.isDirectory() ? await readdir(place) : []
    for (const one of left.filter((file) => !file.startsWith(inbox.run)))
      await rm(join(place, one), { recursive: true, force: true })
  }
}

/** Without the text files that explain an outcome: a client that syncs a folder would delete them as unknown files. */
function withoutNotes(names: string[]): string[] {
  const all = new Set(names)
  return names.filter((name) => !(name.endsWith('.txt') && all.has(name.slice(0, -4))))
}

const isEnd = (name: string) => ENDS.some((end) => end === name)

const entryOf = (name: string, facts: Stats): TreeEntry => ({
  name,
  isFolder: facts.isDirectory(),
  size: facts.isDirectory() ? 0 : facts.size,
  modifiedAt: facts.mtimeMs,
})
