import { existsSync, readFileSync } from 'node:fs'
import type { AppContext } from '@/services/context'
import { shrink } from '@/store/db/connections/maintenance'

const PAGE = 4096

/** Bytes that this process has read from files so far, or undefined if the system does not count them. */
export function bytesRead(): number | undefined {
  const [, count] = /^rchar: (\d+)$/m.exec(textOf('/proc/self/io')) ?? []
  return count === undefined ? undefined : Number(count)
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Whether reads of pages can be counted on this machine. */
export const COUNTS_READS = bytesRead() !== undefined

/**
 * The number of pages that some work reads from a database file. The work is done twice. This measures its cost
 * independently of the speed and load of the machine: the second time no page is cached, and each page counts once.
 */
export async function pagesRead(
  { db }: Pick<AppContext, 'db'>,
  work: () => Promise<unknown>,
): Promise<number> {
  await work()
  shrink(db)
  const before = bytesRead() ?? 0
  await work()
  return Math.floor(((bytesRead() ?? 0) - before) / PAGE)
}
