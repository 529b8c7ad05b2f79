import { describe, expect, test } from 'bun:test'
import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { areDeviceKeys, CURVE, encryptForDevice } from '@/services/webhooks/push-encryption'
import { createVapid } from '@/services/webhooks/vapid'
import { decryptMessage, readVapid } from '../../support/push-service'

const SECRET = 'a secret of the server'
const CONTACT = 'https://miles.example.com'

function aDevice() {
  const receiver = createECDH(CURVE)
  receiver.generateKeys()
  const auth = Buffer.alloc(16, 7)
  const keys = { p256dh: receiver.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { receiver, auth, keys }
}

describe('a push message', () => {
  test('is encrypted as in the example of RFC 8291, appendix A', () => {
    const sender = createECDH(CURVE)
    sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
    const device = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    const text = 'When I grow up, I want to be a watermelon'
    expect(encryptForDevice(text, device, { salt, sender }).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  test('is read by its device, whatever its text, and by no other', () => {
    const { receiver, auth, keys } = aDevice()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const sealed = encryptForDevice(text, keys)
        expect(decryptMessage(sealed, receiver, auth)).toBe(text)
        expect(() => decryptMessage(sealed, aDevice().receiver, auth)).toThrow()
        expect(() => decryptMessage(sealed, receiver, Buffer.alloc(16, 8))).toThrow()
      }),
      { numRuns: 20 },
    )
  })

  test('needs a key on the curve and a secret of 16 bytes', () => {
    const { keys } = aDevice()
    expect(areDeviceKeys(keys)).toBe(true)
    const point = Buffer.from(keys.p256dh, 'base64url')
    const offCurve = Buffer.from(point)
    offCurve[64] = (offCurve[64] ?? 0) ^ 1
    for (const wrong of [offCurve, point.subarray(0, 64), Buffer.alloc(65), Buffer.alloc(0)])
      expect(areDeviceKeys({ ...keys, p256dh: wrong.toString('base64url') })).toBe(false)
    for (const bytes of [0, 15, 17])
      expect(areDeviceKeys({ ...keys, auth: Buffer.alloc(bytes).toString('base64url') })).toBe(
        false,
      )
  })
})

describe('the key of a server', () => {
  test('depends on its secret only', () => {
    const { publicKey } = createVapid(SECRET, CONTACT)
    expect(createVapid(SECRET, 'https://other.example.com').publicKey).toBe(publicKey)
    expect(createVapid(`${SECRET}!`, CONTACT).publicKey).not.toBe(publicKey)
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  })

  test('signs which push service a message is for, for half a day', () => {
    const { publicKey, authorize } = createVapid(SECRET, CONTACT)
    const header = authorize(new URL('https://push.example.com:8443/a?b=c'), 1_700_000_000_000)
    expect(readVapid(header)).toEqual({
      key: publicKey,
      claims: {
        ...{ aud: 'https://push.example.com:8443', exp: 1_700_043_200, sub: CONTACT },
      },
    })
  })
})
