import { Secret, TOTP } from 'otpauth'
import { hashText } from '@/lib/text/digest'

/*
 * One-time codes of authenticator apps (TOTP, RFC 6238, with the parameters that all of them support: SHA-1, six digits,
 * 30 seconds), and the recovery codes that replace the app when it is lost.
 */

const ISSUER = 'Milepost'
/** Time steps by which the clock of a device may be behind or ahead. */
const DRIFT = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 120 bits, so that an unsalted digest cannot be searched. */
const RECOVERY_BYTES = 15

const TOTP_CODE = /^\d{6}$/

/** Creates a random secret, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** Returns the URI that authenticator apps read from a QR code. `account` distinguishes the entries of an app. */
export const totpUriOf = (secret: string, account: string): string =>
  openTotp(secret, account).toString()

/**
 * Finds the time step that a code belongs to. Undefined if it is not valid now.
 *
 * @param now milliseconds since the Unix epoch
 */
export function findTimeStep(secret: string, code: string, now: number): number | undefined {
  const totp = openTotp(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: DRIFT })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

const openTotp = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) })

/** Creates ten recovery codes, as six groups of Base32. They do not look like codes of an app. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ size: RECOVERY_BYTES })
    return (base32.toLowerCase().match(/.{4}/g) ?? []).join('-')
  })

/** A code as it was typed, with any spaces and hyphens. */
export type TypedCode = { kind: 'totp'; code: string } | { kind: 'recovery'; hash: string }

/** Reads a typed code. Undefined if nothing was typed. */
export function parseCode(text: string): TypedCode | undefined {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  if (code === '') return undefined
  return TOTP_CODE.test(code)
    ? { kind: 'totp', code }
    : { kind: 'recovery', hash: hashRecoveryCode(code) }
}

/** Hashes a recovery code for storage. */
export const hashRecoveryCode = (code: string): string =>
  hashText(code.replaceAll('-', '').toLowerCase())
