import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from './after-test'

/**
 * A new empty temporary folder, and a function to delete it. Names are short, because the socket paths of Chromium are
 * limited to 107 characters.
 */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A new empty folder that is deleted after the tests of the file or group that creates it. */
export function newFolder(): string {
  const { folder, remove } = makeFolder()
  afterAll(remove)
  return folder
}

/** A new empty folder that is deleted after the running test. */
export function newTestFolder(): string {
  const { folder, remove } = makeFolder()
  afterTest(remove)
  return folder
}
