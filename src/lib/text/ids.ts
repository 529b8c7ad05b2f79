import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { encodeShortId } from './short-id'

/** Generates identifiers and secrets that must be unguessable and unique. */
export interface Ids {
  /** A new public identifier (22 characters). */
  shortId: () => string
  /** Random URL-safe text of `bytes` bytes. */
  secret: (bytes: number) => string
  /** Random hexadecimal text of `bytes` bytes. */
  hex: (bytes: number) => string
  /** Random text of `length` letters and digits, each equally likely. */
  alphanumeric: (length: number) => string
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomIds: Ids = {
  shortId: () => encodeShortId(randomUUID()),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  alphanumeric: (length) =>
    Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join(''),
}
