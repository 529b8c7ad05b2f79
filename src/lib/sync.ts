import { closeSync, fsync, openSync } from 'node:fs'

/** Resolves once a file, or the names in a folder, are on disk. */
export async function sync(path: string): Promise<void> {
  const file = openSync(path, 'r')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  fsync(file, (error) => {
    closeSync(file)
    if (error) reject(error)
    else resolve()
  })
  await promise
}
