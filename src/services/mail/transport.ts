import type { Transporter } from 'nodemailer'
import type { MailSettings } from '@/lib/config/mail-url'
import type { WrittenMail } from './render'

/** Sends messages to the mail server. */
export interface MailTransport {
  /** Resolves when the mail server has accepted the message. */
  send: (mail: WrittenMail & { messageId: string }) => Promise<void>
  close: () => void
}

const CONNECT_WITHIN = 10_000
const RESPONSE_TIMEOUT = 30_000

/** Converts settings to nodemailer's options. */
export const transportOptions = ({ host, port, security, login }: MailSettings) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  // A server configured without encryption is usually local, and its certificate, if any, can rarely be verified.
  ignoreTLS: security === 'none',
  connectionTimeout: CONNECT_WITHIN,
  greetingTimeout: CONNECT_WITHIN,
  socketTimeout: RESPONSE_TIMEOUT,
  disableFileAccess: true,
  disableUrlAccess: true,
  ...(login && { auth: { user: login.user, pass: login.password } }),
})

/**
 * Creates a transport over SMTP. Every message uses a separate connection. The library is loaded for the first message.
 */
export function smtpTransport(settings: MailSettings): MailTransport {
  const opened: { transport?: Promise<Transporter> } = {}
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport(transportOptions(settings), { from: settings.sender })
  }
  return {
    send: async ({ messageId, ...mail }) => {
      opened.transport ??= open()
      await (await opened.transport).sendMail({
        ...mail,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => void opened.transport?.then((transport) => transport.close()),
  }
}

/** Whether the mail server has permanently rejected the recipient or the content, so that retrying is useless. */
export function isPermanentlyRejected(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return aboutThisMail && typeof error.responseCode === 'number' && error.responseCode >= 500
}
