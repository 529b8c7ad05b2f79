import type { FFIFunction, Library } from 'bun:ffi'
import { readFileSync } from 'node:fs'

const LIBC = /\/\S*\/(?:libc\.so\.6|ld-musl-[^/\s]+|libc\.musl-[^/\s]+)$/m

/** Functions of the C library of this process; undefined where there is none by itself, or no Linux. */
export async function openLibc<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Promise<Library<Functions>['symbols'] | undefined> {
  if (process.platform !== 'linux') return undefined
  const path = LIBC.exec(readFileSync('/proc/self/maps', 'utf8'))?.[0]
  if (path === undefined) return undefined
  const { dlopen } = await import('bun:ffi')
  return dlopen(path, functions).symbols
}
