import http from 'node:http'
import { AppError } from '@/lib/errors'

/** Maximum bytes of the URL and the names and values of the headers of a request. */
const MAX_BYTES = 16 * 1024

/**
 * Raises Bun's limit for headers to twice `MAX_BYTES`. Bun rejects larger ones with an empty response;
 * `refuseLargeHeaders` rejects those between the limits.
 */
export function admitLargeHeaders(): void {
  // Bun can change it at run time, Node cannot; the types only know Node.
  Object.assign(http, { maxHeaderSize: 2 * MAX_BYTES })
}

/** @throws 431 */
export function rejectLargeHeaders({ url, headers }: Request): void {
  let size = url.length
  headers.forEach((value, name) => {
    size += name.length + value.length
  })
  if (size > MAX_BYTES)
    throw new AppError(431, { message: 'the request headers are too large', status: 'error' })
}
