import { afterAll } from 'bun:test'
import { makeFolder } from './folder'

const mount = (folder: string, kilobytes: number) =>
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'milepost-test', folder])

/**
 * A small separate disk for the tests of a file, which is unmounted after them. Undefined, with a warning, where
 * mounting is impossible (it requires root): such tests are skipped.
 */
export function smallDisk(kilobytes: number): string | undefined {
  const { folder, remove } = makeFolder()
  const done = mount(folder, kilobytes)
  if (!done.success) {
    remove()
    console.warn(`SKIPPED: tests on a full disk need root (${done.stderr.toString().trim()})`)
    return undefined
  }
  afterAll(() => {
    Bun.spawnSync(['umount', '-l', folder])
    remove()
  })
  return folder
}
