import { createHash } from 'node:crypto'

/** How a secret is kept at rest: its SHA-256 in hexadecimal. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
