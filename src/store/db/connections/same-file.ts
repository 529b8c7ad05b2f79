import { statSync } from 'node:fs'

/** An open file, with the identity of the file that was at its path when it was opened. */
export interface OpenedFile {
  path: string
  /** Device and inode. */
  id: string | undefined
}

export const openedFile = (path: string): OpenedFile => ({ path, id: identify(path) })

/** @throws Error when another file, or none, is at the path now: whatever is written to the open file is lost. */
export function requireSame({ path, id }: OpenedFile): void {
  const now = identify(path)
  if (now === undefined) throw new Error(`${path} was deleted while it was in use`)
  if (now !== id) throw new Error(`${path} was replaced while it was in use`)
}

function identify(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
