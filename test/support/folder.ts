import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new empty folder among the temporary files, and how to remove it with all that is in it. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A new empty folder that is gone after the tests of the file. */
export function newFolder(): string {
  const { folder, remove } = makeFolder()
  afterAll(remove)
  return folder
}
