import { DAY, SECOND } from '@/lib/time/clock'
import { isImportant, type NotificationBody } from './notification-body'
import { type DeviceKeys, encryptForDevice } from './push-encryption'
import type { Vapid } from './vapid'

/** Milliseconds for which a push service stores a message for a device that is off. */
const LIFETIME = 7 * DAY

/** A delivery to a device. */
interface PushDelivery {
  /** The body that a webhook would get. */
  body: string
  /** Id of the delivery. */
  id: string
  endpoint: URL
  keys: DeviceKeys
  /** Milliseconds since the Unix epoch. */
  sentAt: number
}

/**
 * The request that delivers a notification to a device (RFC 8030). Its topic is the id of the delivery, so that a repeated
 * delivery replaces the message that the device has not received yet.
 */
export function pushRequest(
  { body, id, endpoint, keys, sentAt }: PushDelivery,
  { vapid, uiUrl }: { vapid: Vapid; uiUrl: string },
): { headers: Record<string, string>; body: Buffer } {
  const { notification } = (JSON.parse(body) as NotificationBody).data
  const message = {
    text: notification.text,
    // Without the host, because the device may reach the server at another one.
    path: notification.url.slice(uiUrl.length),
    tag: notification.id ?? notification.type,
  }
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      authorization: vapid.authorize(endpoint, sentAt),
      ttl: String(LIFETIME / SECOND),
      urgency: isImportant(notification) ? 'high' : 'normal',
      topic: id,
    },
    body: encryptForDevice(JSON.stringify(message), keys),
  }
}
