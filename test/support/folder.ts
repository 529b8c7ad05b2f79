import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from './after-test'

/**
 * A new empty folder among the temporary files, and how to remove it with all that is in it. Names are short: sockets
 * of Chromium have paths of at most 107 characters.
 */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A new empty folder that is gone after the tests of the file, or of the group that asks for it. */
export function newFolder(): string {
  const { folder, remove } = makeFolder()
  afterAll(remove)
  return folder
}

/** A new empty folder that is gone after the running test. */
export function newTestFolder(): string {
  const { folder, remove } = makeFolder()
  afterTest(remove)
  return folder
}
