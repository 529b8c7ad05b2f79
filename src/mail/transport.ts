import type { Transporter } from 'nodemailer'
import type { MailSettings } from '@/config/mail-url'
import type { WrittenMail } from './render'

/** Hands mails to the mail server. */
export interface MailTransport {
  /** Resolves once the server has taken the mail. */
  send: (mail: WrittenMail & { messageId: string }) => Promise<void>
  close: () => void
}

const CONNECT_WITHIN = 10_000
const ANSWER_WITHIN = 30_000

/** What nodemailer is told about a mail server. */
export const transportOptions = ({ host, port, security, login }: MailSettings) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  // A server without encryption is one nearby; its certificate, if any, can rarely be verified.
  ignoreTLS: security === 'none',
  connectionTimeout: CONNECT_WITHIN,
  greetingTimeout: CONNECT_WITHIN,
  socketTimeout: ANSWER_WITHIN,
  disableFileAccess: true,
  disableUrlAccess: true,
  ...(login && { auth: { user: login.user, pass: login.password } }),
})

/** A transport over SMTP; every mail has a connection of its own. The library is loaded for the first one. */
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

/** Whether the server will never take this mail: it refused the recipient or the content for good. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return aboutThisMail && typeof error.responseCode === 'number' && error.responseCode >= 500
}
