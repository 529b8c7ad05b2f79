import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** Passes bytes on and knows afterwards what they were. */
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
