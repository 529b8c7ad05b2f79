import { dlopen, type FFIFunction, type Library } from 'bun:ffi'
import { readFileSync } from 'node:fs'

const LIBC = /\/\S*\/(?:libc\.so\.6|ld-musl-[^/\s]+|libc\.musl-[^/\s]+)$/m

/**
 * Loads functions of the C library that this process uses. Returns undefined for a static executable and on systems
 * other than Linux.
 */
export function loadLibc<Functions extends Record<string, FFIFunction>>(
  functions: Functions,
): Library<Functions>['symbols'] | undefined {
  if (process.platform !== 'linux') return undefined
  const path = LIBC.exec(readFileSync('/proc/self/maps', 'utf8'))?.[0]
  if (path === undefined) return undefined
  return dlopen(path, functions).symbols
}
