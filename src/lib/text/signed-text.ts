import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Bytes of a signature; 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16

/** Signs texts that leave the server, so that they cannot be forged. Replicas have the same keys. */
export interface Signer {
  /** Returns the text with its signature: `text.signature`. */
  sign: (text: string) => string
  /** Returns the text without its signature, or undefined when the signature is missing or wrong. */
  verify: (signed: string) => string | undefined
}

/**
 * Creates a signer (HMAC-SHA-256). Its key is derived from the server's secret and `purpose`, so that a text signed for
 * one purpose is not accepted for another.
 */
export function createSigner(secret: string, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `signed texts: ${purpose}`, 32))
  const signatureOf = (text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES)
  return {
    sign: (text) => `${text}.${signatureOf(text).toString('base64url')}`,
    verify: (signed) => {
      const end = signed.lastIndexOf('.')
      const text = signed.slice(0, Math.max(end, 0))
      const given = Buffer.from(signed.slice(end + 1), 'base64url')
      const isGood = given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(text))
      return isGood ? text : undefined
    },
  }
}
