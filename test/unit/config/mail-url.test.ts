import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type MailSettings, parseMailSettings } from '@/lib/config/mail-url'

const SENDER = 'milepost@example.com'
const plain: MailSettings = {
  host: 'mail.example.com',
  port: 25,
  security: 'none',
  login: undefined,
  sender: SENDER,
}
const login = { user: 'me', password: 'secret' }

describe('EMAIL_URL', () => {
  test.each<[string, Partial<MailSettings>]>([
    ['smtp://mail.example.com', {}],
    ['smtp://mail.example.com:2525', { port: 2525 }],
    ['smtp://mail.example.com:2525/', { port: 2525 }],
    ['smtp://me:secret@mail.example.com', { login }],
    ['smtp://me:secret@mail.example.com:587?tls=True', { login, port: 587, security: 'starttls' }],
    ['smtp://me:secret@mail.example.com:587/?tls=True', { login, port: 587, security: 'starttls' }],
    ['smtp://mail.example.com:465?ssl=True', { port: 465, security: 'tls' }],
    ['smtp://mail.example.com?ssl=true', { security: 'tls' }],
    ['smtp://mail.example.com?tls=False', {}],
    ['smtp://mail.example.com?tls=True&ssl=False', { security: 'starttls' }],
    ['smtp://mail.example.com?other=True', {}],
    [
      'smtp://me%40example.com:p%40ss%3A%2F%3F%23@mail.example.com',
      {
        login: { user: 'me@example.com', password: 'p@ss:/?#' },
      },
    ],
    ['smtp://me@mail.example.com', { login: { user: 'me', password: '' } }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025 }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025 }],
  ])('reads %s', (url, changes) => {
    expect(parseMailSettings(url, SENDER)).toEqual({ ...plain, ...changes })
  })

  test('accepts any user and password, percent-encoded', () => {
    const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(word, word, (user, password) => {
        const url = `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost`
        expect(parseMailSettings(url, SENDER)?.login).toEqual({ user, password })
      }),
    )
  })

  test.each([undefined, ''])('disables mail when it is %j', (url) => {
    expect(parseMailSettings(url, SENDER)).toBeUndefined()
    expect(parseMailSettings(url, undefined)).toBeUndefined()
  })

  test.each([
    'mail.example.com',
    'https://mail.example.com',
    'smtp://',
    'smtp://:25',
    'smtp://me:p%zzss@mail.example.com',
    'smtp://me:secret@mail.example.com:99999',
    'smtp://me:secret@mail.example.com:port',
  ])('rejects %s without repeating it in the message', (url) => {
    const read = () => parseMailSettings(url, SENDER)
    expect(read).toThrow(/^EMAIL_URL is not of the form/)
    expect(read).not.toThrow(/secret/)
  })

  test('rejects two kinds of encryption at once', () => {
    expect(() => parseMailSettings('smtp://localhost?tls=True&ssl=True', SENDER)).toThrow(
      /both tls and ssl/,
    )
  })
})

describe('SENDER_EMAIL', () => {
  test.each([
    [undefined, /SENDER_EMAIL is not/],
    ['', /SENDER_EMAIL is not/],
    ['milepost', /SENDER_EMAIL is 'milepost'/],
    ['@', /SENDER_EMAIL is '@'/],
  ])('rejects %j', (sender, message) => {
    expect(() => parseMailSettings('smtp://localhost', sender)).toThrow(message)
  })

  test('may contain a name', () => {
    const sender = 'Milepost <milepost@example.com>'
    expect(parseMailSettings('smtp://localhost', sender)?.sender).toBe(sender)
  })
})
