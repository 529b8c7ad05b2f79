import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'
import { HOUR, SECOND } from '@/lib/time/clock'
import { CURVE, PUBLIC_KEY_BYTES } from './push-encryption'

/** Number of points of P-256 (SEC 2, section 2.4.2). Private keys are between 1 and one less. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
/** Bytes from which the private key is computed. With 128 more bits than the order, all keys are equally likely. */
const SEED_BYTES = 48
const PRIVATE_KEY_BYTES = 32
/** Push services accept signatures that are valid for up to a day. */
const LIFETIME = 12 * HOUR

/** Identifies this server to push services (RFC 8292). */
export interface Vapid {
  /** The public key that browsers subscribe with, in base64url: only its owner can send messages to them. */
  publicKey: string
  /** The `Authorization` header of a message to an endpoint. */
  authorize: (endpoint: URL, now: number) => string
}

/**
 * Creates the key with which push messages are signed. It is derived from the server's secret, because subscriptions are
 * only valid for the key that they were created with.
 *
 * @param contact a URL at which push services can find who runs the server
 */
export function createVapid(secret: string, contact: string): Vapid {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'keys of push messages', SEED_BYTES))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(2 * PRIVATE_KEY_BYTES, '0'), 'hex')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  const point = pair.getPublicKey()
  const middle = (PUBLIC_KEY_BYTES + 1) / 2
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: privateKey.toString('base64url') },
      x: point.subarray(1, middle).toString('base64url'),
      y: point.subarray(middle).toString('base64url'),
    },
  })
  const publicKey = point.toString('base64url')
  const authorize = ({ origin }: URL, now: number) => {
    const exp = Math.floor((now + LIFETIME) / SECOND)
    const content = [
      { typ: 'JWT', alg: 'ES256' },
      { aud: origin, exp, sub: contact },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
    return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
  }
  return { publicKey, authorize }
}
