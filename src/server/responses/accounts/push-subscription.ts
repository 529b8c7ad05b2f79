import { type Static, Type } from '@sinclair/typebox'
import { formatHttpDate } from '@/lib/time/http-date'
import { flag, nullable, numericId, text, timestamp } from '@/server/responses/fields'
import type { PushSubscriptionRow } from '@/store/db/queries/accounts/push-subscriptions'

export const pushSubscription = Type.Object(
  {
    browser: nullable(text('Browser of the device, if it is known.')),
    created_at: timestamp('When notifications on the device were turned on.'),
    id: numericId('Number of the subscription in URLs of this API.'),
    is_current: flag('Whether it belongs to the session that sent the request.'),
    os: nullable(text('Operating system of the device, if it is known.')),
  },
  { $id: 'PushSubscription', description: 'A device that gets notifications by Web Push.' },
)

/** A push subscription, for its user. */
export const presentPushSubscription = (
  row: PushSubscriptionRow & { isCurrent: boolean },
): Static<typeof pushSubscription> => ({
  browser: row.browser,
  created_at: formatHttpDate(row.created_at),
  id: row.id,
  is_current: row.isCurrent,
  os: row.os,
})
