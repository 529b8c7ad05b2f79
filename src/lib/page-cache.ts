import { closeSync, openSync } from 'node:fs'
import { openLibc } from './libc'

/** `POSIX_FADV_DONTNEED`, as in `<fcntl.h>`. */
const DONT_NEED = 4

type Advise = (file: number) => void

/** What the system keeps in memory of files. */
export class PageCache {
  #advise: Promise<Advise | undefined> | undefined

  /**
   * Has the system forget what it keeps of files, by their paths, that are on disk and that nobody is about to read: what is
   * written next takes the same memory then, and not that which other programs make better use of. Only advice, which
   * some systems do not take; files that are gone are no matter.
   */
  async evict(paths: readonly string[]): Promise<void> {
    this.#advise ??= findAdvise().catch(() => undefined)
    const advise = await this.#advise
    if (advise) for (const path of paths) evictOne(path, advise)
  }
}

async function findAdvise(): Promise<Advise | undefined> {
  const libc = await openLibc({
    posix_fadvise: { args: ['i32', 'i64', 'i64', 'i32'], returns: 'i32' },
  })
  return libc && ((file) => void libc.posix_fadvise(file, 0, 0, DONT_NEED))
}

function evictOne(path: string, advise: Advise): void {
  try {
    const file = openSync(path, 'r')
    advise(file)
    closeSync(file)
  } catch {
    // It was removed or moved meanwhile.
  }
}
