import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '@/lib/config/mail-url'
import { afterTest } from './after-test'

/** An email as the mail server received it. */
export interface ReceivedMail {
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Map<string, string>
  /** The user who logged in to send it. */
  user: string | undefined
  encrypted: boolean
}

/** A mail server for one test. */
export interface Mailbox {
  settings: MailSettings
  /** All accepted messages in order of arrival. */
  mails: ReceivedMail[]
  /** The messages to one address. */
  to: (address: string) => ReceivedMail[]
  /** Errors for the next messages instead of accepting them: one SMTP code each. */
  refusals: { at: 'recipient' | 'content'; code: number }[]
}

export interface OpenMailbox extends Mailbox {
  stop: () => Promise<void>
}

/** Starts a mail server that accepts every message, on any port by default. It is stopped after the test. */
export async function startMailbox(
  options: SMTPServerOptions = {},
  wantedPort = 0,
): Promise<Mailbox> {
  const { stop, ...mailbox } = await openMailbox(options, wantedPort)
  afterTest(stop)
  return mailbox
}

/** Starts a mail server that accepts every message. The caller stops it. */
export async function openMailbox(
  options: SMTPServerOptions = {},
  wantedPort = 0,
): Promise<OpenMailbox> {
  const mails: ReceivedMail[] = []
  const refusals: Mailbox['refusals'] = []
  const refusal = (at: 'recipient' | 'content') => {
    if (refusals[0]?.at !== at) return undefined
    return Object.assign(new Error('refused by the test'), { responseCode: refusals.shift()?.code })
  }
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    disabledCommands: options.secure ? [] : ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const refused = refusal('content')
      if (!refused) {
        const { user, secure, envelope } = session
        mails.push({
          ...(await parse(Buffer.concat(chunks))),
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          user: typeof user === 'string' ? user : undefined,
          encrypted: secure,
        })
      }
      done(refused)
    },
    ...options,
  })
  server.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(wantedPort, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    settings: {
      host: '127.0.0.1',
      port,
      security: 'none',
      login: undefined,
      sender: 'milepost@example.com',
    },
    mails,
    to: (address) => mails.filter(({ to }) => to.includes(address)),
    refusals,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function parse(raw: Buffer) {
  const mail = await PostalMime.parse(raw)
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
  }
}

/** The token of the only link in a message that has one. */
export function tokenIn({ text }: { text: string }): string {
  const [, token] = /\?token=([\w-]+)$/m.exec(text) ?? []
  if (token === undefined) throw new Error(`There is no link with a token in:\n${text}`)
  return token
}
