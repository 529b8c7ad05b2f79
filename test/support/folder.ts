import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new empty folder that is gone after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
