import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The curve P-256 of RFC 8291, by its name in OpenSSL. */
export const CURVE = 'prime256v1'
export const PUBLIC_KEY_BYTES = 65
const AUTH_SECRET_BYTES = 16
const SALT_BYTES = 16
/** Size of a record (RFC 8188). A message is one record, and push services accept up to 4096 bytes. */
const RECORD_SIZE = 4096
/** Ends the last record of a message. */
const LAST_RECORD = Buffer.from([2])

/** What a browser creates with a subscription, in base64url. */
export interface DeviceKeys {
  /** Its public key, an uncompressed point. */
  p256dh: string
  /** Secret that only the browser and the application server know. */
  auth: string
}

/** Random values of one message. */
interface MessageKeys {
  salt: Buffer
  sender: ECDH
}

function createMessageKeys(): MessageKeys {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return { salt: randomBytes(SALT_BYTES), sender }
}

/** Whether keys have the right lengths, and the public key is a point of the curve. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== PUBLIC_KEY_BYTES) return false
  if (Buffer.from(auth, 'base64url').length !== AUTH_SECRET_BYTES) return false
  try {
    createMessageKeys().sender.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/**
 * Encrypts a push message (RFC 8291, `aes128gcm` of RFC 8188), so that only the browser can read it.
 *
 * @param keys random values, which only tests pass
 * @throws Error when the keys of the device are invalid.
 */
export function encryptForDevice(
  text: string,
  device: DeviceKeys,
  { salt, sender }: MessageKeys = createMessageKeys(),
): Buffer {
  const receiverKey = Buffer.from(device.p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const shared = sender.computeSecret(receiverKey)
  const input = derive(shared, Buffer.from(device.auth, 'base64url'), info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([
    ...[salt, size, Buffer.from([senderKey.length]), senderKey],
    ...[cipher.update(text, 'utf8'), cipher.update(LAST_RECORD), cipher.final()],
    cipher.getAuthTag(),
  ])
}

/** HKDF with SHA-256. */
const derive = (input: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, bytes))
