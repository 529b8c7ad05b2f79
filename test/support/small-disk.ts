import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mount = (folder: string, kilobytes: number) =>
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'milepost-test', folder])

/**
 * A disk of its own that is soon full, for the tests of a file; it is gone after them. Undefined, and said aloud, where
 * nothing may be mounted (it takes root): such tests are then skipped.
 */
export function smallDisk(kilobytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-disk-'))
  const done = mount(folder, kilobytes)
  if (!done.success) {
    rmSync(folder, { recursive: true })
    console.warn(`SKIPPED: tests on a full disk need root (${done.stderr.toString().trim()})`)
    return undefined
  }
  afterAll(() => {
    Bun.spawnSync(['umount', '-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
