import { t } from 'elysia'

export const notificationParams = t.Object({ notification_id: t.String() })

export const typesQuery = t.Object({
  /** `read` or `unread`; anything else means both. */
  status: t.Optional(t.String()),
})

export const listQuery = t.Object({
  ...typesQuery.properties,
  page: t.Optional(t.String()),
  /** `asc`: oldest first. */
  order: t.Optional(t.String()),
  type: t.Optional(t.String()),
})

/** Judged by the service, after it is clear that the notification is the caller's. */
export const notificationEdit = t.Unknown({ description: '`read_status`: whether it is read.' })

/** May be absent; judged by the service, because a schema cannot tell what is broken from what is absent. */
export const readMarks = t.Unknown({
  description: '`type`: which notifications to mark; absent: all of them.',
})
