import { badRequest } from '@/lib/errors'
import type { BodyChunks } from '@/server/http/uploads/upload-body'

/** Maximum files whose checksum is remembered. */
const MAX_KNOWN = 100_000

/** A version of a file. */
interface Version {
  /** The user and the path. */
  key: string
  size: number
  modifiedAt: number
}

/**
 * SHA-1 checksums of uploaded files, by which sync clients recognise changed content (`OC-Checksum`, as ownCloud and
 * Nextcloud implement it). They are in memory: after a restart, clients compare sizes and times.
 */
export class Checksums {
  readonly #known = new Map<string, string>()

  find(version: Version): string | undefined {
    return this.#known.get(nameOf(version))
  }

  add(version: Version, sha1: string): void {
    this.#known.set(nameOf(version), sha1)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
  }
}

const nameOf = ({ key, size, modifiedAt }: Version) => `${size} ${Math.floor(modifiedAt)} ${key}`

/** The algorithms of the clients. They protect against damage in transit, not against attackers. */
const ALGORITHMS = { SHA1: 'sha1', MD5: 'md5', SHA256: 'sha256' } as const

/** Computes the checksum of a body while it is read, and compares it with the one that the client announced. */
export class BodyChecksum {
  readonly #sha1 = new Bun.CryptoHasher('sha1')
  readonly #announced: { hasher: Bun.CryptoHasher; value: string } | undefined

  constructor({ headers }: Request) {
    const [, name = '', value = ''] =
      /^\s*(\w+):([0-9a-f]+)\s*$/i.exec(headers.get('oc-checksum') ?? '') ?? []
    const algorithm = Object.entries(ALGORITHMS).find(([one]) => one === name.toUpperCase())?.[1]
    this.#announced = algorithm && {
      hasher: new Bun.CryptoHasher(algorithm),
      value: value.toLowerCase(),
    }
  }

  async *pass(chunks: BodyChunks): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      this.#sha1.update(chunk)
      this.#announced?.hasher.update(chunk)
      yield chunk
    }
  }

  /** Returns the SHA-1 of the body. @throws 400 when it is not the body that the client sent */
  end(): string {
    if (this.#announced && this.#announced.hasher.digest('hex') !== this.#announced.value)
      throw badRequest('the file was damaged on the way: its checksum is another one')
    return this.#sha1.digest('hex')
  }
}
