import { createHmac } from 'node:crypto'
import type { Ids } from '@/lib/text/ids'

const PREFIX = 'whsec_'
const SECRET_BYTES = 24

/** Creates the secret of a webhook in the format of Standard Webhooks (https://www.standardwebhooks.com). */
export const newWebhookSecret = (ids: Ids): string =>
  PREFIX + Buffer.from(ids.hex(SECRET_BYTES), 'hex').toString('base64')

/** A delivery to sign. */
interface Signed {
  id: string
  /** Milliseconds since the Unix epoch. */
  sentAt: number
  body: string
}

/** The headers of Standard Webhooks: the id of the delivery, when it was sent, and the signature of both and the body. */
export function signatureHeaders(
  secret: string,
  { id, sentAt, body }: Signed,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest}`,
  }
}
