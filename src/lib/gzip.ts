import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

const gzipAside = promisify(gzip)
const gunzipAside = promisify(gunzip)

/** Bytes up to which it is done at once: another thread costs more than it takes. */
const QUICK = 65_536

/** Compresses; level 1 is fast, 9 small. */
export const pack = async (bytes: Bytes, level: 1 | 6): Promise<Bytes> =>
  bytes.length <= QUICK
    ? Bun.gzipSync(bytes, { level })
    : new Uint8Array(await gzipAside(bytes, { level }))

/** What `pack` was given. @throws Error for bytes that are damaged. */
export const unpack = async (packed: Bytes): Promise<Bytes> =>
  packed.length <= QUICK / 8 ? Bun.gunzipSync(packed) : new Uint8Array(await gunzipAside(packed))
