import { describe, expect, jest, test } from 'bun:test'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { SMTPServerOptions } from 'smtp-server'
import { createContext } from '@/services/create-context'
import { openMail } from '@/services/mail/delivery'
import { passwordChange } from '@/services/mail/messages/account'
import { postMail } from '@/services/mail/queue'
import { smtpTransport, transportOptions } from '@/services/mail/transport'
import { transact } from '@/store/db/connections/transact'
import { afterTest } from '../support/after-test'
import type { TestServer } from '../support/app'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { startMailbox } from '../support/mailbox'

const MINUTE = 60_000

/** Queues a message to a new user, which starts delivery. */
async function post({ ctx }: TestServer, username = 'sam') {
  const user = await aUser(ctx, { username })
  await transact(ctx, (tx) => postMail(tx, user, passwordChange(undefined)))
}

const waiting = ({ ctx }: TestServer) => ctx.db.selectFrom('mail_outbox').selectAll().execute()

describe('a queued message', () => {
  test('arrives as text and HTML, with headers that describe it', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    await post(server)
    await server.ctx.mail.idle()
    expect(mailbox.mails).toHaveLength(1)
    const [mail] = mailbox.mails
    expect(mail).toMatchObject({
      to: ['sam@example.com'],
      from: 'milepost@example.com',
      subject: 'Milepost - Password changed',
      encrypted: false,
      user: undefined,
    })
    expect(mail?.text).toStartWith('Hello sam,\n\n')
    expect(mail?.html).toStartWith('<!doctype html>')
    expect(mail?.messageId).toMatch(/^<[2-9A-Za-z]{22}@example\.com>$/)
    expect(mail?.headers.get('content-type')).toStartWith('multipart/alternative')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.headers.get('from')).toBe('milepost@example.com')
    expect(await waiting(server)).toEqual([])
  })

  test('is sent a minute after the database could not be used', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    const { ctx } = server
    await ctx.mail.stop()
    await post(server)
    const deps = { ...ctx, db: undefined as never }
    const mail = openMail(deps, mailbox.settings)
    afterTest(mail.stop)
    afterTest(() => void jest.useRealTimers())
    jest.useFakeTimers()
    mail.wake()
    await mail.idle()
    deps.db = ctx.db as never
    jest.advanceTimersByTime(MINUTE)
    jest.useRealTimers()
    await mail.idle()
    expect(mailbox.mails).toHaveLength(1)
    expect(await waiting(server)).toEqual([])
  })

  test('is sent only after its change is committed', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    const user = await aUser(server.ctx)
    const failing = transact(server.ctx, async (tx) => {
      await postMail(tx, user, passwordChange(undefined))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    server.ctx.mail.wake()
    await server.ctx.mail.idle()
    expect(mailbox.mails).toEqual([])
  })

  test('is encrypted in the database', async () => {
    const server = startServer({ mail: (await startMailbox()).settings })
    await server.ctx.mail.stop()
    await post(server)
    const [row] = await waiting(server)
    expect(row?.sealed.toString('latin1')).not.toContain('sam')
    expect(JSON.parse(server.ctx.sealer.open(row?.sealed ?? Buffer.alloc(0)))).toMatchObject({
      to: 'sam@example.com',
    })
  })

  test('is not written while email is disabled', async () => {
    const server = startServer()
    await post(server)
    expect(await waiting(server)).toEqual([])
  })

  test('is sent at the next start if the server stopped before', async () => {
    const mailbox = await startMailbox()
    const first = startServer({ mail: mailbox.settings })
    await first.ctx.mail.stop()
    await post(first)
    await sql`vacuum into ${first.ctx.config.databaseFile}`.execute(first.ctx.db)
    const { ctx, close } = createContext(first.ctx.config)
    await ctx.mail.resume()
    await ctx.mail.idle()
    await close()
    expect(mailbox.to('sam@example.com')).toHaveLength(1)
  })
})

describe('a message that the mail server rejects', () => {
  test('is retried after increasing delays, with the same Message-ID', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    mailbox.refusals.push({ at: 'content', code: 451 }, { at: 'recipient', code: 450 })
    await post(server)
    await server.ctx.mail.idle()
    const [once] = await waiting(server)
    expect(once).toMatchObject({
      attempts: 1,
      next_attempt_at: server.clock.now() + MINUTE,
      last_error: expect.stringContaining('refused by the test'),
    })
    for (const pause of [MINUTE, 5 * MINUTE]) {
      server.clock.advance(pause - 1)
      server.ctx.mail.wake()
      await server.ctx.mail.idle()
      expect(mailbox.mails).toEqual([])
      server.clock.advance(1)
      server.ctx.mail.wake()
      await server.ctx.mail.idle()
    }
    expect(mailbox.mails.map(({ messageId }) => messageId)).toEqual([once?.message_id ?? ''])
    expect(await waiting(server)).toEqual([])
  })

  test('is given up after two days', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: { ...mailbox.settings, port: 1 } })
    const begun = server.clock.now()
    await post(server)
    await server.ctx.mail.idle()
    for (let attempts = 1; attempts < 7; attempts += 1) {
      const [row] = await waiting(server)
      expect(row?.attempts).toBe(attempts)
      server.clock.advance((row?.next_attempt_at ?? 0) - server.clock.now())
      server.ctx.mail.wake()
      await server.ctx.mail.idle()
    }
    expect(await waiting(server)).toEqual([])
    expect(server.clock.now() - begun).toBe(1041 * MINUTE)
  })

  test.each(['recipient', 'content'] as const)(
    'is given up at once when the %s is permanently rejected',
    async (at) => {
      const mailbox = await startMailbox()
      const server = startServer({ mail: mailbox.settings })
      mailbox.refusals.push({ at, code: 550 })
      await post(server)
      await server.ctx.mail.idle()
      expect(await waiting(server)).toEqual([])
      expect(mailbox.mails).toEqual([])
    },
  )

  test('does not delay others', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    mailbox.refusals.push({ at: 'recipient', code: 450 })
    await post(server, 'first')
    await post(server, 'second')
    await server.ctx.mail.idle()
    expect(mailbox.mails.map(({ to }) => to)).toEqual([['second@example.com']])
    expect(await waiting(server)).toHaveLength(1)
  })

  test('is kept when the password of the mail account is wrong', async () => {
    const mailbox = await startMailbox({
      authOptional: false,
      onAuth: (_login, _session, done) => done(new Error('wrong')),
    })
    const login = { user: 'user', password: 'wrong' }
    const server = startServer({ mail: { ...mailbox.settings, login } })
    await post(server)
    await server.ctx.mail.idle()
    expect(await waiting(server)).toHaveLength(1)
  })
})

describe('ten messages at once', () => {
  test('arrive once each', async () => {
    const mailbox = await startMailbox()
    const server = startServer({ mail: mailbox.settings })
    const names = Array.from({ length: 10 }, (_, index) => `user_${index}`)
    await Promise.all(names.map((name) => post(server, name)))
    await server.ctx.mail.idle()
    expect(mailbox.mails.map(({ to }) => to[0]).sort()).toEqual(
      names.map((name) => `${name}@example.com`).sort(),
    )
  })
})

describe('the mail server', () => {
  const mail = { to: 'sam@example.com', subject: 'Subject', text: 'text', html: '<p>html</p>' }
  const accepting: SMTPServerOptions = {
    disabledCommands: [],
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss:word' ? done(null, { user: username }) : done(new Error('wrong')),
  }
  const login = { user: 'me@example.com', password: 'p@ss:word' }

  test.each([
    ['tls', { ...accepting, secure: true }],
    ['starttls', accepting],
  ] as const)('is used with %s, user and password', async (security, options) => {
    const mailbox = await startMailbox(options)
    const settings = { ...mailbox.settings, security, login }
    const transport = createTransport({
      ...transportOptions(settings),
      tls: { rejectUnauthorized: false },
    })
    await transport.sendMail({ from: settings.sender, ...mail })
    expect(mailbox.mails).toMatchObject([{ encrypted: true, user: 'me@example.com' }])
  })

  test.each(['tls', 'starttls'] as const)(
    'is rejected with a self-signed certificate (%s)',
    async (security) => {
      const mailbox = await startMailbox({ secure: security === 'tls', disabledCommands: [] })
      const transport = smtpTransport({ ...mailbox.settings, security })
      const sending = transport.send({ ...mail, messageId: '<a@example.com>' })
      await expect(sending).rejects.toThrow(/certificate/i)
      expect(mailbox.mails).toEqual([])
    },
  )

  test('gets nothing in plain text when STARTTLS is required but not offered', async () => {
    const mailbox = await startMailbox()
    const transport = smtpTransport({ ...mailbox.settings, security: 'starttls' })
    const sending = transport.send({ ...mail, messageId: '<a@example.com>' })
    await expect(sending).rejects.toThrow()
    expect(mailbox.mails).toEqual([])
  })

  test('gets messages in plain text when no encryption is configured, whatever it offers', async () => {
    const mailbox = await startMailbox({ disabledCommands: [] })
    const server = startServer({ mail: mailbox.settings })
    await post(server)
    await server.ctx.mail.idle()
    expect(mailbox.mails).toMatchObject([{ encrypted: false }])
  })
})
