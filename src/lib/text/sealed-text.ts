import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts texts so that they cannot be read or changed where they are stored. */
export interface Sealer {
  seal: (text: string) => Buffer
  /** @throws Error for bytes that were sealed with another key or modified. */
  open: (sealed: Buffer) => string
}

/**
 * Creates a sealer (AES-256-GCM: nonce, ciphertext, tag). Its key is derived from the server's secret and `purpose`, so
 * that a text sealed for one purpose cannot be used for another.
 */
export function createSealer(secret: string, purpose = 'sealed texts'): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      return Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
    },
    open: (sealed) => {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}
