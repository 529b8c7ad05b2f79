import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

const gzipAside = promisify(gzip)

/**
 * Up to this number of bytes, work is done synchronously: handing it to another thread would take longer than the work
 * itself.
 */
const QUICK = 65_536

/** Compresses to gzip. Level 1 is fast; level 6 saves a third of the size in five times the time. */
export const pack = async (bytes: Bytes, level: 1 | 6): Promise<Bytes> =>
  bytes.length <= QUICK
    ? Bun.gzipSync(bytes, { level })
    : new Uint8Array(await gzipAside(bytes, { level }))
