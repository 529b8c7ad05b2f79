import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../attack'

/** The size in bytes of a page, the unit in which data reaches the disk. */
const PAGE = 4096
/** The size in bytes of a sector, which a disk writes completely or not at all. */
const SECTOR = 512

/** What survives a power cut, in addition to everything that was fsynced. */
export type CutMode =
  /** Nothing else: the strictest interpretation of POSIX. */
  | 'strict'
  /**
   * Any of the unsynced pages, some of them torn. Of the unsynced changes of names the first few, as with a journal.
   */
  | 'random'
  /** Everything: the process was killed, but the machine kept running. */
  | 'all'

type Page = Uint8Array

/** The data of a file. Stored pages are never changed, so that states can share them. */
interface Content {
  pages: Page[]
  size: number
}

export interface Inode {
  id: number
  kind: 'file' | 'folder' | 'link'
  mode: number
  /** Milliseconds since the Unix epoch. */
  modifiedAt: number
  links: number
  /** Of files: what processes see, what would survive a power cut, and the pages that differ. */
  content: Content
  durable: Content
  dirty: Set<number>
  /** Pages that an fsync could not write: they are correct while cached, and lost when read from the disk. */
  unwritten: Set<number>
  /** Of folders: what processes see, and what would survive. */
  entries: Map<string, Inode>
  durableEntries: Map<string, Inode>
  target: string
  /** Fsyncs that have failed. */
  failures: number
}

/** The location of a name. */
interface Place {
  folder: Inode
  name: string
}

type NewInode = Pick<Inode, 'kind' | 'mode'> & { target?: string }

/** A change of a name that is not durable yet. Both halves of a rename have the same number. */
interface Change {
  number: number
  folder: Inode
  name: string
  /** Undefined: the name was deleted. */
  inode: Inode | undefined
}

/** A state of the disk, which later changes do not affect. */
export interface DiskState {
  /** Writes it to a folder. */
  writeTo: (path: string) => void
  /** Creates it on another disk, as durable data. */
  addTo: (disk: DiskModel, folder: Inode, name: string) => void
}

const ZEROS: Page = new Uint8Array(PAGE)

/**
 * The state of a file system in memory, with what would survive a power cut now. An fsync of a file makes its data and
 * size durable, but not its name; an fsync of a folder makes the names in it durable.
 */
export class DiskModel {
  #nextId = 1
  readonly root = this.#create('folder', 0o755)
  #changes: Change[] = []
  #changeNumber = 0

  /** A disk with an initial state. */
  static from(state: DiskState): DiskModel {
    const disk = new DiskModel()
    state.addTo(disk, disk.root, '')
    disk.#changes = []
    return disk
  }

  #create(kind: Inode['kind'], mode: number): Inode {
    return {
      id: this.#nextId++,
      ...{ kind, mode, modifiedAt: Date.now(), links: 0 },
      content: { pages: [], size: 0 },
      durable: { pages: [], size: 0 },
      ...{
        dirty: new Set<number>(),
        unwritten: new Set<number>(),
        entries: new Map(),
        durableEntries: new Map(),
        target: '',
      },
      failures: 0,
    }
  }

  /** Creates a file, a folder, or a symbolic link to `target`. */
  add({ folder, name }: Place, { kind, mode, target = '' }: NewInode): Inode {
    const inode = this.#create(kind, mode)
    inode.target = target
    this.link(folder, name, inode)
    return inode
  }

  link(folder: Inode, name: string, inode: Inode): void {
    this.#changeNumber += 1
    this.#setName(folder, name, inode)
  }

  remove(folder: Inode, name: string): void {
    this.#changeNumber += 1
    this.#setName(folder, name, undefined)
  }

  rename(from: Place, to: Place): void {
    const inode = from.folder.entries.get(from.name)
    if (!inode) return
    this.#changeNumber += 1
    this.#setName(from.folder, from.name, undefined)
    this.#setName(to.folder, to.name, inode)
  }

  #setName(folder: Inode, name: string, inode: Inode | undefined): void {
    const before = folder.entries.get(name)
    if (before) before.links -= 1
    if (inode) {
      folder.entries.set(name, inode)
      inode.links += 1
    } else folder.entries.delete(name)
    folder.modifiedAt = Date.now()
    this.#changes.push({ number: this.#changeNumber, folder, name, inode })
  }

  /** Reads data that is not in the kernel's cache. */
  read(inode: Inode, offset: number, size: number): Uint8Array {
    const { content, durable, unwritten } = inode
    for (const index of unwritten) setPage(content, index, durable.pages[index])
    unwritten.clear()
    const bytes = new Uint8Array(Math.max(0, Math.min(size, content.size - offset)))
    for (let done = 0; done < bytes.length; ) {
      const at = (offset + done) % PAGE
      const page = content.pages[(offset + done - at) / PAGE] ?? ZEROS
      const part = page.subarray(at, at + bytes.length - done)
      bytes.set(part, done)
      done += part.length
    }
    return bytes
  }

  write(inode: Inode, offset: number, bytes: Uint8Array): void {
    const { content, dirty, unwritten } = inode
    for (let done = 0; done < bytes.length; ) {
      const at = (offset + done) % PAGE
      const index = (offset + done - at) / PAGE
      const part = bytes.subarray(done, done + PAGE - at)
      const page = Uint8Array.from(content.pages[index] ?? ZEROS)
      page.set(part, at)
      content.pages[index] = page
      dirty.add(index)
      unwritten.delete(index)
      done += part.length
    }
    content.size = Math.max(content.size, offset + bytes.length)
    inode.modifiedAt = Date.now()
  }

  truncate(inode: Inode, size: number): void {
    const { content, dirty } = inode
    const count = Math.ceil(size / PAGE)
    for (let index = count; index < content.pages.length; index++) dirty.add(index)
    content.pages.length = Math.min(content.pages.length, count)
    const last = content.pages[count - 1]
    if (last && size % PAGE > 0) {
      content.pages[count - 1] = Uint8Array.from(last).fill(0, size % PAGE)
      dirty.add(count - 1)
    }
    content.size = size
    inode.modifiedAt = Date.now()
  }

  sync(inode: Inode): void {
    if (inode.kind === 'folder') this.#syncNames(inode)
    for (const index of inode.dirty) setPage(inode.durable, index, inode.content.pages[index])
    inode.durable.size = inode.content.size
    inode.dirty.clear()
  }

  #syncNames(folder: Inode): void {
    const isHere = (change: Change) => change.folder === folder
    for (const { name, inode } of this.#changes.filter(isHere))
      setName(folder.durableEntries, name, inode)
    this.#changes = this.#changes.filter((change) => !isHere(change))
  }

  /** Simulates Linux when an fsync fails: the pages count as clean, and no later fsync writes them. */
  failSync(inode: Inode): void {
    for (const index of inode.dirty) inode.unwritten.add(index)
    inode.dirty.clear()
    inode.failures += 1
  }

  /** The state of the disk after a power cut now. */
  cut(mode: CutMode, random: Random): DiskState {
    const kept = mode === 'strict' ? [] : this.#survivingChanges(mode, random)
    const changed = new Map<Inode, Map<string, Inode>>()
    for (const { folder, name, inode } of kept) {
      const entries = changed.get(folder) ?? new Map(folder.durableEntries)
      setName(entries, name, inode)
      changed.set(folder, entries)
    }
    return stateOf(this.root, {
      entries: (folder) => changed.get(folder) ?? new Map(folder.durableEntries),
      content: (inode) => survivingContent(inode, mode, random),
    })
  }

  #survivingChanges(mode: CutMode, random: Random): Change[] {
    const first = this.#changes[0]?.number ?? 0
    const limit =
      mode === 'all'
        ? Number.POSITIVE_INFINITY
        : first + random() * (this.#changeNumber + 2 - first)
    return this.#changes.filter(({ number }) => number < limit)
  }
}

function setPage(content: Content, index: number, page: Page | undefined): void {
  if (page) content.pages[index] = page
  else delete content.pages[index]
}

function setName(entries: Map<string, Inode>, name: string, inode: Inode | undefined): void {
  if (inode) entries.set(name, inode)
  else entries.delete(name)
}

function survivingContent(inode: Inode, mode: CutMode, random: Random): Content {
  const { content, durable, dirty } = inode
  if (mode === 'all') return { pages: [...content.pages], size: content.size }
  const survived = { pages: [...durable.pages], size: durable.size }
  if (mode === 'strict' || (dirty.size === 0 && content.size === durable.size)) return survived
  if (random() < 0.5) survived.size = content.size
  const share = random()
  for (const index of dirty)
    if (random() < share) setPage(survived, index, tear(inode, index, random))
  return survived
}

/** A page as it was written, or in one of ten cases with only its first sectors written. */
function tear({ content, durable }: Inode, index: number, random: Random): Page | undefined {
  const page = content.pages[index]
  if (!page || random() > 0.1) return page
  const torn = Uint8Array.from(durable.pages[index] ?? ZEROS)
  torn.set(page.subarray(0, SECTOR * Math.floor((random() * PAGE) / SECTOR)))
  return torn
}

interface Found {
  entries: (folder: Inode) => Map<string, Inode>
  content: (file: Inode) => Content
}

/** Records what is needed to recreate a state later; the disk may change in the meantime. */
function stateOf(inode: Inode, found: Found): DiskState {
  const { kind, mode, modifiedAt, target } = inode
  if (kind === 'link')
    return {
      writeTo: (path) => symlinkSync(target, path),
      addTo: (disk, folder, name) => void disk.add({ folder, name }, { kind, mode, target }),
    }
  if (kind === 'file') return fileState(inode, found.content(inode))
  const states = [...found.entries(inode)].map(
    ([name, entry]) => [name, stateOf(entry, found)] as const,
  )
  return {
    writeTo: (path) => {
      mkdirSync(path, { recursive: true })
      for (const [name, state] of states) state.writeTo(join(path, name))
    },
    addTo: (disk, folder, name) => {
      const added = name === '' ? folder : disk.add({ folder, name }, { kind, mode })
      added.modifiedAt = modifiedAt
      for (const [entry, state] of states) state.addTo(disk, added, entry)
      added.durableEntries = new Map(added.entries)
    },
  }
}

function fileState({ kind, mode, modifiedAt }: Inode, content: Content): DiskState {
  return {
    writeTo: (path) => {
      writeFileSync(path, bytesOf(content))
      chmodSync(path, mode & 0o777)
      utimesSync(path, modifiedAt / 1000, modifiedAt / 1000)
    },
    addTo: (disk, folder, name) => {
      const file = disk.add({ folder, name }, { kind, mode })
      file.content = { pages: [...content.pages], size: content.size }
      file.durable = { pages: [...content.pages], size: content.size }
      file.modifiedAt = modifiedAt
    },
  }
}

function bytesOf({ pages, size }: Content): Uint8Array {
  const bytes = new Uint8Array(size)
  for (const [index, page] of pages.entries())
    if (page && index * PAGE < size) bytes.set(page.subarray(0, size - index * PAGE), index * PAGE)
  return bytes
}
