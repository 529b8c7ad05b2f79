import { createHash } from 'node:crypto'

/** The form in which a secret is stored: its SHA-256 in hexadecimal. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
