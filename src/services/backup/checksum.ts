import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Returns a stream that passes bytes through, and a function that returns their checksum and count afterwards. */
export function meter(): { through: Transform; result: () => { sha256: string; size: number } } {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ sha256: hash.digest('hex'), size }) }
}
