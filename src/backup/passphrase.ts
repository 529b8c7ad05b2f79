import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '@/lib/faults'
import { BackupError } from './manifest'
import { countBytes, type TellStep } from './steps'

/** How every file in the age format begins (https://age-encryption.org/v1). */
const HEADER = 'age-encryption.org/v1\n'

export async function isEncrypted(path: string): Promise<boolean> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEADER.length) })
  return buffer.subarray(0, bytesRead).toString() === HEADER
}

/** Passes bytes to `output` encrypted with a passphrase, in the age format. */
export async function encrypt(
  input: Readable,
  output: Writable,
  passphrase: string,
): Promise<void> {
  // Loaded only here: most servers never need it.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  await pipeline(await encrypter.encrypt(webStreamOf(input)), output)
}

/** Writes the decrypted content of a file to another. @throws BackupError for a wrong passphrase or a damaged file. */
export async function decrypt(
  path: string,
  target: string,
  { passphrase, tell }: { passphrase: string; tell?: TellStep | undefined },
): Promise<void> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const { size } = await stat(path)
    const count = countBytes(size, 'decrypting', tell)
    const plain = await decrypter.decrypt(webStreamOf(createReadStream(path), count))
    await pipeline(plain, createWriteStream(target, { mode: 0o600 }))
  } catch (cause) {
    if (isDiskFull(cause))
      throw new BackupError(
        `There is no room in ${dirname(dirname(target))} to decrypt the backup: make some, or name another folder with TMPDIR.`,
        { cause },
      )
    throw new BackupError('The backup cannot be decrypted: wrong passphrase, or it is damaged.', {
      cause,
    })
  }
}

/** The same bytes as the kind of stream that the library takes; they are read no faster than they are taken. */
function webStreamOf(
  source: Readable,
  count: (bytes: number) => void = () => undefined,
): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      count(value.length)
      controller.enqueue(new Uint8Array(value))
    },
    cancel: () => void source.destroy(),
  })
}
