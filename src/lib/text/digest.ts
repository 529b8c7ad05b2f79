import { createHash } from 'node:crypto'

/** Hashes a secret for storage: its SHA-256 in hexadecimal. */
export const hashText = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
