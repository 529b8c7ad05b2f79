import { closeSync, fsync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Resolves once a file, or the names in a folder, are on disk. */
export async function sync(path: string): Promise<void> {
  const file = openSync(path, 'r')
  const { promise, resolve: done, reject } = Promise.withResolvers<void>()
  fsync(file, (error) => {
    closeSync(file)
    if (error) reject(error)
    else done()
  })
  await promise
}

/** Makes a folder with those that it lies in, if they are not there; their names are on disk then. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first === undefined) return
  const outermost = dirname(resolve(first))
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    await sync(folder)
    if (folder === outermost) return
  }
}
