import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '@/lib/system-errors'
import { BackupError } from './manifest'
import { countBytes, type OnBackupStep } from './steps'

/** The first line of every file in the age format (https://age-encryption.org/v1). */
const HEADER = 'age-encryption.org/v1\n'

export async function isEncrypted(path: string): Promise<boolean> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEADER.length) })
  return buffer.subarray(0, bytesRead).toString() === HEADER
}

/** Encrypts a stream with a passphrase, in the age format. */
export async function encrypt(
  input: Readable,
  output: Writable,
  passphrase: string,
): Promise<void> {
  // Imported lazily, because most servers never use it.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  await pipeline(await encrypter.encrypt(webStreamOf(input)), output)
}

/** Decrypts a file to another file. @throws BackupError for a wrong passphrase or a damaged file. */
export async function decrypt(
  path: string,
  target: string,
  { passphrase, onStep }: { passphrase: string; onStep?: OnBackupStep | undefined },
): Promise<void> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const { size } = await stat(path)
    const count = countBytes(size, 'decrypting', onStep)
    const plain = await decrypter.decrypt(webStreamOf(createReadStream(path), count))
    await pipeline(plain, createWriteStream(target, { mode: 0o600 }))
  } catch (cause) {
    if (isDiskFull(cause))
      throw new BackupError(
        `There is not enough space in ${dirname(dirname(target))} to decrypt the backup: free some, or set TMPDIR to another folder.`,
        { cause },
      )
    throw new BackupError(
      'The backup cannot be decrypted: the passphrase is wrong, or the backup is damaged.',
      {
        cause,
      },
    )
  }
}

/** Converts a Node stream to a web stream, with back pressure. */
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
