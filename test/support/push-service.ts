import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { afterTest } from './after-test'

/** A browser that has subscribed to the messages of a server, and its push service on a real socket. */
export interface FakeDevice {
  /** What `PushSubscription.toJSON()` returns. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The messages in order, decrypted. */
  messages: { headers: Headers; message: Record<string, unknown> }[]
  /** Origin of the push service. */
  origin: string
}

const AUTH = Buffer.from('0123456789abcdef')

const derive = (input: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', input, salt, info, bytes))

/** Decrypts a message as a browser does (RFC 8291, section 3). */
export function decryptMessage(
  body: Buffer,
  receiver: ReturnType<typeof createECDH>,
  auth: Buffer,
): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), senderKey])
  const input = derive(receiver.computeSecret(senderKey), auth, info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding')
  return padded.subarray(0, end).toString('utf8')
}

/** The content of a VAPID header whose signature is valid, and the key that it contains. */
export function readVapid(header: string): { claims: Record<string, unknown>; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url') },
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('the signature is wrong')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

/** Starts the push service of one device until the end of the test. */
export function startFakeDevice(statuses: number[] = []): FakeDevice {
  const { stop, ...device } = openFakeDevice(statuses)
  afterTest(stop)
  return device
}

/** Starts the push service of one device, which responds with the statuses in order, and then with 201. */
export function openFakeDevice(statuses: number[] = []): FakeDevice & { stop: () => void } {
  const receiver = createECDH('prime256v1')
  receiver.generateKeys()
  const messages: FakeDevice['messages'] = []
  const service = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { headers, method, url } = request
      if (method !== 'POST' || new URL(url).pathname !== '/push/device')
        return new Response(null, { status: 405 })
      const text = decryptMessage(Buffer.from(await request.arrayBuffer()), receiver, AUTH)
      messages.push({ headers, message: JSON.parse(text) })
      return new Response(null, { status: statuses.shift() ?? 201 })
    },
  })
  const origin = `http://127.0.0.1:${service.port}`
  return {
    ...{ messages, origin, stop: () => void service.stop(true) },
    subscription: {
      endpoint: `${origin}/push/device`,
      keys: {
        p256dh: receiver.getPublicKey('base64url'),
        auth: AUTH.toString('base64url'),
      },
    },
  }
}
