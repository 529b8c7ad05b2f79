import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs'
import type { Io } from '@/cli/io'
import type { Config } from '@/lib/config/config'
import { openFolderAsRoot, pathIn } from '@/lib/files/open-folder'
import type { Finding } from './finding'

type Folders = Pick<Config, 'dataDir' | 'uploadsDir' | 'inboxDir'>

const ROOT = 0
const OPEN_ONE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Lists the folders that the server's user must own, without those inside the data folder. */
const foldersOf = ({ dataDir, uploadsDir, inboxDir }: Folders) => {
  const all = [dataDir, uploadsDir, ...(inboxDir === undefined ? [] : [inboxDir])]
  return all.filter((path) => path === dataDir || !path.startsWith(`${dataDir}/`))
}

/** Finds files owned by root, which commands run as root left behind and the server cannot change. */
export function examineOwnership(config: Folders): Finding[] {
  const owner = statSync(config.dataDir, { throwIfNoEntry: false })
  if (!owner || owner.uid === ROOT) return []
  const found: string[] = []
  for (const folder of foldersOf(config))
    walk(folder, (entry, path) => {
      if (tryTo(() => lstatSync(entry))?.uid === ROOT) found.push(path)
    })
  return [
    {
      what: 'owner of the files',
      problem:
        found.length > 0
          ? `root owns ${found.length} of them, such as ${found[0]}; the server cannot change these`
          : undefined,
      advice: 'As root: milepost doctor --repair',
    },
  ]
}

/**
 * Changes the owner of root's files to the owner of the data folder. Does nothing unless root runs it. Files of other
 * users, such as those that Syncthing puts into the inbox, keep their owner.
 */
export function giveToOwner(config: Folders, io: Io): void {
  const owner = statSync(config.dataDir, { throwIfNoEntry: false })
  if (io.identity?.uid !== ROOT || !owner || owner.uid === ROOT) return
  const count = foldersOf(config).reduce((sum, folder) => sum + giveAll(folder, owner), 0)
  if (count > 0) io.out(`repaired owner of the files: ${count} that root owned`)
}

/** Changes the owner of a folder and of all its entries that root owns. Returns the number of changed entries. */
function giveAll(folder: string, owner: Owner): number {
  const descriptor = tryTo(() => openFolderAsRoot(folder))
  if (descriptor === undefined) return 0
  let count = giveOpen(descriptor, owner) ? 1 : 0
  walkOpen(descriptor, folder, (entry) => {
    if (giveEntry(entry, owner)) count += 1
  })
  closeSync(descriptor)
  return count
}

type Owner = Pick<Stats, 'uid' | 'gid'>

/** Changes the owner through a file descriptor, so that replacing the file by a link cannot redirect the change. */
function giveEntry(entry: string, owner: Owner): boolean {
  const facts = tryTo(() => lstatSync(entry))
  if (facts?.uid !== ROOT || !(facts.isFile() || facts.isDirectory())) return false
  const descriptor = tryTo(() => openSync(entry, OPEN_ONE))
  if (descriptor === undefined) return false
  const isGiven = giveOpen(descriptor, owner)
  closeSync(descriptor)
  return isGiven
}

/** Changes the owner of an open file. Skips files with several hard links, which may be system files linked here. */
function giveOpen(descriptor: number, { uid, gid }: Owner): boolean {
  const facts = fstatSync(descriptor)
  const isOurs = facts.isDirectory() || (facts.isFile() && facts.nlink === 1)
  if (facts.uid !== ROOT || !isOurs) return false
  fchownSync(descriptor, uid, gid)
  return true
}

/** Visits all entries of a folder recursively, without following symbolic links. */
function walk(folder: string, visit: Visit): void {
  const descriptor = tryTo(() => openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY))
  if (descriptor === undefined) return
  walkOpen(descriptor, folder, visit)
  closeSync(descriptor)
}

/** `entry` is a path through the descriptor of the folder, which a link cannot redirect; `path` is for messages. */
type Visit = (entry: string, path: string) => void

function walkOpen(descriptor: number, folder: string, visit: Visit): void {
  for (const found of readdirSync(pathIn(descriptor, ''), { withFileTypes: true })) {
    const [entry, path] = [pathIn(descriptor, found.name), `${folder}/${found.name}`]
    visit(entry, path)
    if (!found.isDirectory()) continue
    const below = tryTo(() => openSync(entry, OPEN_ONE | constants.O_DIRECTORY))
    if (below === undefined) continue
    walkOpen(below, path, visit)
    closeSync(below)
  }
}

/** Returns the result of a system call, or undefined when it fails because a file is missing or not accessible. */
function tryTo<Value>(call: () => Value): Value | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
