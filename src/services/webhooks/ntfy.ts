import { isImportant, type NotificationBody } from './notification-body'

/** The priorities of ntfy that are used: 3 is the default, 4 makes a longer sound. */
const DEFAULT_PRIORITY = 3
const HIGH_PRIORITY = 4

/** Names of emojis, which ntfy shows before the title. */
const TAGS: Readonly<Record<string, readonly string[]>> = {
  comment_like: ['heart'],
  follow: ['bust_in_silhouette'],
  follow_request: ['bust_in_silhouette'],
  follow_request_approved: ['bust_in_silhouette'],
  mention: ['speech_balloon'],
  user_data_export: ['package'],
  workout_comment: ['speech_balloon'],
  workout_like: ['heart'],
  workouts_archive_upload: ['package'],
}

/**
 * The JSON with which a notification is published to a topic (https://docs.ntfy.sh/publish/#publish-as-json). It is posted
 * to the root of the server.
 */
export function ntfyMessage(body: string, topic: string): string {
  const { notification } = (JSON.parse(body) as NotificationBody).data
  const isUrgent = isImportant(notification)
  return JSON.stringify({
    topic,
    title: 'Milepost',
    message: notification.text,
    click: notification.url,
    priority: isUrgent ? HIGH_PRIORITY : DEFAULT_PRIORITY,
    tags: isUrgent ? ['warning'] : (TAGS[notification.type] ?? ['bell']),
  })
}

/** The header with an access token of the ntfy server, if the topic needs one. */
export const ntfyHeaders = (token: string): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}` }
