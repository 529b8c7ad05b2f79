import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ENDS, type Inbox } from './inbox'

/** Where what is at one path may lie: it waits, or has ended. The first that is there counts. */
const PLACES = ['', ...ENDS]
/** Where files are while they arrive: programs leave what begins with a dot alone. */
const ARRIVING = '.arriving'

/** A file or folder as a program sees it that has put it there, wherever it lies by now. */
export interface TreeEntry {
  name: string
  isFolder: boolean
  size: number
  /** Milliseconds since the Unix epoch. */
  modifiedAt: number
}

/**
 * The inbox of one user as a folder in which things stay where they were put: what was imported or refused is still
 * seen at its path, so that programs that compare do not send it again. Paths are below the user's folder, checked by
 * the caller; nothing behind a link is seen.
 */
export class InboxTree {
  readonly #inbox: Inbox
  readonly #folder: string

  /** `folder` is the name of the user's folder. */
  constructor(inbox: Inbox, folder: string) {
    this.#inbox = inbox
    this.#folder = folder
  }

  #at = (...parts: string[]) => join(this.#inbox.root, this.#folder, ...parts)

  /** What is at a path; undefined when there is nothing. The folder itself is always there. */
  async find(path: string): Promise<TreeEntry | undefined> {
    if (path === '') return { name: '', isFolder: true, size: 0, modifiedAt: 0 }
    const [found] = await this.#inbox.alone(() => this.#places(path))
    return found && entryOf(path.split('/').at(-1) ?? '', found.facts)
  }

  /** What is in a folder. */
  list(path: string): Promise<TreeEntry[]> {
    return this.#inbox.alone(() => this.#list(path))
  }

  async #list(path: string): Promise<TreeEntry[]> {
    const found = new Map<string, TreeEntry>()
    for (const place of PLACES) {
      const names = await this.#namesIn(place, path)
      for (const name of names.filter((one) => !found.has(one))) {
        const facts = await this.#look(place, path, name)
        if (facts) found.set(name, entryOf(name, facts))
      }
    }
    return [...found.values()]
  }

  /** Names in a folder of a place, without those that mean something to the inbox itself. */
  async #namesIn(place: string, path: string): Promise<string[]> {
    const way = [place, path].filter((part) => part !== '').join('/')
    if (way !== '' && !(await this.#facts('', way))?.isDirectory()) return []
    const names = await readdir(this.#at(way)).catch(() => [])
    return way === '' ? names.filter((name) => name !== ARRIVING && !isEnd(name)) : names
  }

  /** The bytes at a path; undefined when there is no file. The caller closes it. */
  open(path: string): Promise<FileHandle | undefined> {
    return this.#inbox.alone(async () => {
      const [found] = await this.#places(path)
      if (!found?.facts.isFile()) return undefined
      return open(this.#at(found.place, path), constants.O_RDONLY | constants.O_NOFOLLOW)
    })
  }

  /** Makes a folder, whose parent is there. */
  async makeFolder(path: string): Promise<void> {
    await this.#inbox.makeFolders(this.#folder, path)
  }

  /** Takes a file in: `write` writes it, and is told where. It is there once that is done, in one piece. */
  async put(path: string, write: (arriving: string) => Promise<void>): Promise<void> {
    await this.#inbox.makeFolders(this.#folder, dirname(path))
    await this.#inbox.makeFolders(this.#folder, ARRIVING)
    const arriving = this.#at(ARRIVING, `${this.#inbox.run}-${crypto.randomUUID()}`)
    try {
      await write(arriving)
      const handle = await open(arriving, 'r+')
      await handle.sync().finally(() => handle.close())
      await this.#inbox.alone(async () => {
        await rename(arriving, this.#at(path))
        for (const end of ENDS) await this.#removeIn(end, path)
        await this.#inbox.arrived(this.#folder, path)
      })
    } catch (error) {
      await rm(arriving, { force: true })
      throw error
    }
  }

  /** Removes a file, or a folder with everything in it; workouts stay. */
  remove(path: string): Promise<void> {
    return this.#inbox.alone(() => this.#remove(path))
  }

  async #remove(path: string): Promise<void> {
    for (const { place } of await this.#places(path)) await this.#removeIn(place, path)
  }

  /** Moves a file or folder to another path, whose parent is there; what is there is gone then. */
  move(from: string, to: string): Promise<void> {
    return this.#inbox.alone(() => this.#move(from, to))
  }

  async #move(from: string, to: string): Promise<void> {
    const places = await this.#places(from)
    await this.#remove(to)
    for (const { place } of places) {
      await this.#inbox.makeFolders(this.#folder, dirname(join(place, to)))
      await rename(this.#at(place, from), this.#at(place, to))
    }
    await this.#inbox.arrived(this.#folder, to)
  }

  /** Everything that is at a path, in the order in which it counts. */
  async #places(path: string): Promise<{ place: string; facts: Stats }[]> {
    const found: { place: string; facts: Stats }[] = []
    for (const place of PLACES) {
      const facts = await this.#facts(place, path)
      if (facts) found.push({ place, facts })
    }
    return found
  }

  /** What is at a path in a place, if nothing on the way there is a link. */
  async #facts(place: string, path: string): Promise<Stats | undefined> {
    let facts = await lstat(this.#at()).catch(() => undefined)
    let at = ''
    for (const part of [...(place === '' ? [] : [place]), ...path.split('/')]) {
      if (!facts?.isDirectory()) return undefined
      at = join(at, part)
      facts = await lstat(this.#at(at)).catch(() => undefined)
    }
    return facts?.isFile() || facts?.isDirectory() ? facts : undefined
  }

  async #look(place: string, path: string, name: string): Promise<Stats | undefined> {
    const facts = await lstat(this.#at(place, path, name)).catch(() => undefined)
    return facts?.isFile() || facts?.isDirectory() ? facts : undefined
  }

  /** Removes what is at a path in one place, and the text beside it. */
  async #removeIn(place: string, path: string): Promise<void> {
    if (!(await this.#facts(place, path))) return
    await rm(this.#at(place, path), { recursive: true, force: true })
    if (place !== '') await rm(this.#at(place, `${path}.txt`), { force: true })
  }
}

/** Removes what was arriving when the server stopped without notice; what arrives by now stays, and links are not followed. */
export async function removeArriving(inbox: Inbox): Promise<void> {
  for (const { name, isFolder } of await inbox.folders()) {
    const place = join(inbox.root, name, ARRIVING)
    const facts = isFolder ? await lstat(place).catch(() => undefined) : undefined
    const left = facts?.isDirectory() ? await readdir(place) : []
    for (const one of left.filter((file) => !file.startsWith(inbox.run)))
      await rm(join(place, one), { recursive: true, force: true })
  }
}

const isEnd = (name: string) => ENDS.some((end) => end === name)

const entryOf = (name: string, facts: Stats): TreeEntry => ({
  name,
  isFolder: facts.isDirectory(),
  size: facts.isDirectory() ? 0 : facts.size,
  modifiedAt: facts.mtimeMs,
})
