import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of all files in a folder and its subfolders. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
