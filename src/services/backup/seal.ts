import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { BackupError } from './manifest'
import { countBytes, type OnBackupStep } from './steps'

/** Length of the comment at the end of an archive, which is the checksum of everything before it. */
const SEAL_LENGTH = 64

/** Placeholder for the checksum until it is computed. */
export const UNSEALED = '0'.repeat(SEAL_LENGTH)

/** Returns a stream that replaces its last bytes by the SHA-256 of all others. */
export function sealing(): Transform {
  const hash = createHash('sha256')
  let tail = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      const bytes = Buffer.concat([tail, chunk])
      const content = bytes.subarray(0, Math.max(0, bytes.length - SEAL_LENGTH))
      tail = Buffer.from(bytes.subarray(content.length))
      hash.update(content)
      done(null, content)
    },
    flush(done) {
      done(null, Buffer.from(hash.digest('hex')))
    },
  })
}

/** Checks the checksum of an archive. @throws BackupError when any byte has changed. */
export async function requireSeal(path: string, onStep?: OnBackupStep): Promise<void> {
  const { size } = await stat(path)
  const end = Math.max(0, size - SEAL_LENGTH)
  const hash = createHash('sha256')
  const count = countBytes(end, 'reading', onStep)
  if (end > 0) await feed(hash, createReadStream(path, { end: end - 1 }), count)
  const seal = await Bun.file(path).slice(end).text()
  if (hash.digest('hex') !== seal)
    throw new BackupError('The backup is damaged or incomplete: its checksum does not match.')
}

async function feed(
  hash: Hash,
  stream: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): Promise<void> {
  for await (const chunk of stream) {
    hash.update(chunk)
    count(chunk.length)
  }
}
