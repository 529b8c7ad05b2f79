import http from 'node:http'
import { AppError } from '@/errors'

/** Most bytes of the names and values of a request's headers and its address. */
const MOST_BYTES = 16 * 1024

/**
 * Lets requests with large headers in, up to twice of what they may have: Bun refuses larger ones itself, without a
 * word, and `refuseLargeHeaders` those that are between.
 */
export function admitLargeHeaders(): void {
  // Node cannot change it at run time, Bun can; the types know Node only.
  Object.assign(http, { maxHeaderSize: 2 * MOST_BYTES })
}

/** @throws 431 */
export function refuseLargeHeaders({ url, headers }: Request): void {
  let size = url.length
  headers.forEach((value, name) => {
    size += name.length + value.length
  })
  if (size > MOST_BYTES)
    throw new AppError(431, { message: 'the request headers are too large', status: 'error' })
}
