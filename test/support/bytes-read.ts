import { existsSync, readFileSync } from 'node:fs'
import type { AppContext } from '@/context'
import { shrink } from '@/db/upkeep'

const PAGE = 4096

/** Bytes that this process has asked of files so far; undefined where nobody counts them. */
export function bytesRead(): number | undefined {
  const [, count] = /^rchar: (\d+)$/m.exec(textOf('/proc/self/io')) ?? []
  return count === undefined ? undefined : Number(count)
}

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Whether pages can be counted here. */
export const COUNTS_READS = bytesRead() !== undefined

/**
 * How many pages of a database in a file are read for some work, which is done twice: a measure of what it costs that
 * does not depend on how fast a machine is, or what else it does. No page is in memory at the second time, and each
 * counts once.
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
