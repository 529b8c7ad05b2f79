import { closeSync, constants, lstatSync, openSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'

const OPEN_FOLDER =
  constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_DIRECTORY
/** Maximum number of links to follow; the kernel has the same limit. */
const MAX_LINKS = 40
const ROOT = 0

/** The path of an entry of an open folder. It stays valid when the folder is moved. */
export const pathIn = (descriptor: number, name: string): string =>
  `/proc/self/fd/${descriptor}/${name}`

/**
 * Opens a folder for a process that runs as root, following only links that root created. Otherwise another user could
 * place a link to a system folder where root is about to change the owner of all files. The caller closes the
 * descriptor.
 *
 * @throws a system error when the folder does not exist, or its path contains a link of another user.
 */
export function openFolderAsRoot(path: string): number {
  const names = resolve(path).split('/').filter(Boolean)
  let links = 0
  let descriptor = openSync('/', OPEN_FOLDER)
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const entry = pathIn(descriptor, name)
    try {
      const facts = lstatSync(entry)
      if (facts.isSymbolicLink() && facts.uid === ROOT && ++links <= MAX_LINKS) {
        const here = readlinkSync(`/proc/self/fd/${descriptor}`)
        const target = resolve(here, readlinkSync(entry))
        names.unshift(...target.split('/').filter(Boolean))
        const start = openSync('/', OPEN_FOLDER)
        closeSync(descriptor)
        descriptor = start
        continue
      }
      const next = openSync(entry, OPEN_FOLDER)
      closeSync(descriptor)
      descriptor = next
    } catch (error) {
      closeSync(descriptor)
      throw error
    }
  }
  return descriptor
}
