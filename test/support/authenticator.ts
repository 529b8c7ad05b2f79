import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

const PRESENT = 0x01
const VERIFIED = 0x04
const BACKED_UP = 0x18
const HAS_CREDENTIAL = 0x40

/** What tests change in the response of an authenticator. */
export interface Deviations {
  origin?: string
  rpId?: string
  type?: string
  crossOrigin?: boolean
  flags?: number
  signCount?: number
  userHandle?: string | null
  /** Adds a byte to what was signed. */
  isTampered?: boolean
}

interface Keys {
  publicKey: KeyObject
  privateKey: KeyObject
}

const KEYS = {
  ed25519: () => generateKeyPairSync('ed25519'),
  'p-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'p-384': () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'rsa-1024': () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
} satisfies Record<string, () => Keys>

/** An authenticator with one passkey, and the browser in front of it. */
export function anAuthenticator(algorithm: keyof typeof KEYS = 'p-256') {
  const { publicKey, privateKey } = KEYS[algorithm]()
  const id = randomBytes(32)
  let userHandle: string | undefined
  const clientData = (type: string, challenge: string, changes: Deviations) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge,
        origin: changes.origin ?? 'http://localhost:5000',
        crossOrigin: changes.crossOrigin ?? false,
      }),
    )
  const header = (rpId: string, flags: number, signCount: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(signCount)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter])
  }
  return {
    id: base64url(id),
    /** What the browser returns for a new passkey. The key itself is not in the authenticator data of this one. */
    create: (
      options: { challenge: string; rp: { id: string }; user: { id: string } },
      changes: Deviations = {},
    ) => {
      userHandle = options.user.id
      const { flags = PRESENT | VERIFIED | HAS_CREDENTIAL, signCount = 0 } = changes
      const length = Buffer.from([id.length >> 8, id.length & 255])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: base64url(
            Buffer.concat([
              header(changes.rpId ?? options.rp.id, flags, signCount),
              ...[Buffer.alloc(16), length, id],
            ]),
          ),
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, changes)),
          publicKey: base64url(publicKey.export({ format: 'der', type: 'spki' })),
          publicKeyAlgorithm: -7,
          transports: ['internal'],
        },
      }
    },
    /** What the browser returns when the passkey is used. */
    get: (options: { challenge: string; rpId: string }, changes: Deviations = {}) => {
      const { flags = PRESENT | VERIFIED | BACKED_UP, signCount = 0 } = changes
      const data = header(changes.rpId ?? options.rpId, flags, signCount)
      const client = clientData('webauthn.get', options.challenge, changes)
      const signed = Buffer.concat([data, sha256(client), Buffer.alloc(changes.isTampered ? 1 : 0)])
      const handle = changes.userHandle === undefined ? userHandle : changes.userHandle
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: base64url(data),
          clientDataJSON: base64url(client),
          signature: base64url(sign(algorithm === 'ed25519' ? null : 'sha256', signed, privateKey)),
          userHandle: handle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof anAuthenticator>
