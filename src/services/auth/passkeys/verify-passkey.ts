import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/*
 * Verifies what authenticators sign (WebAuthn level 3, sections 7.1 and 7.2), without attestation: whether a user has a
 * certain model of authenticator does not matter here. Then nothing in a registration is signed, so the key is taken as
 * the browser of the user, who is logged in, decodes it.
 */

/** The page that passkeys are for: the domain they are bound to, and the only origin that may use them. */
export interface RelyingParty {
  id: string
  origin: string
}

/** The passkeys of a server belong to its public URL. */
export function relyingPartyOf(uiUrl: string): RelyingParty {
  const { hostname, origin } = new URL(uiUrl)
  return { id: hostname, origin }
}

/** What is wrong with the response of an authenticator. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
}

/** The parts of a browser's response, in base64url. */
export interface Registration {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; publicKey: string }
}

/** The parts of a browser's response, in base64url. */
export interface Assertion {
  id: string
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null | undefined
  }
}

/** A passkey as an authenticator has created it. */
export interface CreatedPasskey {
  challenge: string
  credentialId: string
  /** DER-encoded SubjectPublicKeyInfo. */
  publicKey: Buffer
  signCount: number
  isBackedUp: boolean
}

/** Algorithms that are offered to authenticators, by their COSE numbers: Ed25519, ECDSA with P-256, RSA. */
export const ALGORITHMS = [-8, -7, -257] as const

const MIN_RSA_BITS = 2048
const MAX_CREDENTIAL_ID_BYTES = 1023

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

const RP_ID_HASH_BYTES = 32
const HEADER_BYTES = 37
const AAGUID_BYTES = 16

/** Verifies a new passkey, except its challenge. @throws PasskeyError */
export function verifyRegistration(
  { id, response }: Registration,
  party: RelyingParty,
): CreatedPasskey {
  const { challenge } = readClientData(decode(response.clientDataJSON), 'webauthn.create', party)
  const bytes = decode(response.authenticatorData)
  const { flags, signCount } = readAuthenticatorData(bytes, party)
  if ((flags & HAS_CREDENTIAL) === 0) throw new PasskeyError('there is no credential')
  if (readCredentialId(bytes) !== id) throw new PasskeyError('the credential has another id')
  const publicKey = decode(response.publicKey)
  requireSupported(readKey(publicKey))
  return {
    ...{ challenge, credentialId: id, publicKey, signCount },
    isBackedUp: (flags & BACKED_UP) !== 0,
  }
}

/** Verifies a use of a passkey, except its challenge and counter. @throws PasskeyError */
export function verifyAssertion(
  { response }: Assertion,
  publicKey: Buffer,
  party: RelyingParty,
): { challenge: string; signCount: number; isBackedUp: boolean } {
  const clientData = decode(response.clientDataJSON)
  const { challenge } = readClientData(clientData, 'webauthn.get', party)
  const bytes = decode(response.authenticatorData)
  const { flags, signCount } = readAuthenticatorData(bytes, party)
  const signed = Buffer.concat([bytes, sha256(clientData)])
  if (!hasSignature(readKey(publicKey), signed, decode(response.signature)))
    throw new PasskeyError('the signature is wrong')
  return { challenge, signCount, isBackedUp: (flags & BACKED_UP) !== 0 }
}

const decode = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** Reads what the browser says about the ceremony. */
function readClientData(
  bytes: Buffer,
  type: string,
  { origin }: RelyingParty,
): { challenge: string } {
  const data = parseObject(bytes)
  if (data.type !== type) throw new PasskeyError('the type of the ceremony is wrong')
  if (data.origin !== origin) throw new PasskeyError(`the origin is not ${origin}`)
  if (data.crossOrigin === true) throw new PasskeyError('the page was embedded in another site')
  if (typeof data.challenge !== 'string') throw new PasskeyError('there is no challenge')
  return { challenge: data.challenge }
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed }
  } catch {
    // Handled below.
  }
  throw new PasskeyError('the client data is no JSON object')
}

/** Reads what the authenticator says: the hash of the domain, flags, and a counter, then the credential. */
function readAuthenticatorData(
  bytes: Buffer,
  { id }: RelyingParty,
): { flags: number; signCount: number } {
  requireLength(bytes, HEADER_BYTES)
  if (!bytes.subarray(0, RP_ID_HASH_BYTES).equals(sha256(id)))
    throw new PasskeyError(`the passkey is not for ${id}`)
  const flags = bytes.readUInt8(RP_ID_HASH_BYTES)
  if ((flags & USER_PRESENT) === 0) throw new PasskeyError('the user was not present')
  if ((flags & USER_VERIFIED) === 0) throw new PasskeyError('the user was not verified')
  return { flags, signCount: bytes.readUInt32BE(RP_ID_HASH_BYTES + 1) }
}

function readCredentialId(bytes: Buffer): string {
  const lengthAt = HEADER_BYTES + AAGUID_BYTES
  const start = lengthAt + 2
  requireLength(bytes, start)
  const length = bytes.readUInt16BE(lengthAt)
  if (length === 0 || length > MAX_CREDENTIAL_ID_BYTES || start + length > bytes.length)
    throw new PasskeyError('the id of the credential has an invalid length')
  return bytes.subarray(start, start + length).toString('base64url')
}

function requireLength({ length }: Buffer, min: number): void {
  if (length < min) throw new PasskeyError('the authenticator data is too short')
}

function readKey(der: Buffer): KeyObject {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    throw new PasskeyError('the public key is malformed')
  }
}

function requireSupported({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): void {
  const isSupported =
    asymmetricKeyType === 'ed25519' ||
    (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') ||
    (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS)
  if (!isSupported) throw new PasskeyError('the algorithm is not supported')
}

function hasSignature(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature)
  } catch {
    return false
  }
}
