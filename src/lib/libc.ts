import { readFileSync } from 'node:fs'

const LIBC = /\/\S*\/(?:libc\.so\.6|ld-musl-[^/\s]+|libc\.musl-[^/\s]+)$/m

/** The path of the C library of this process; undefined where there is none by itself, or no Linux. */
export function findLibc(): string | undefined {
  if (process.platform !== 'linux') return undefined
  return LIBC.exec(readFileSync('/proc/self/maps', 'utf8'))?.[0]
}
