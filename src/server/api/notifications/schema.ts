import { t } from 'elysia'
import { optionalValidatedLater, validatedLater } from '@/server/http/documented-input'
import { pageParam, wordParam } from '@/server/http/parameters/query-params'
import { NOTIFICATION_TYPES } from '@/store/db/schema/columns'

export const notificationParams = t.Object({
  notification_id: t.String({ description: 'Id of the notification, as UUID or short id.' }),
})

export const typesQuery = t.Object({
  status: wordParam(['read', 'unread'], 'Only these; both by default.'),
})

export const listQuery = t.Object({
  ...typesQuery.properties,
  page: pageParam,
  order: wordParam(['asc', 'desc'], '`asc`: oldest first; `desc` by default.'),
  type: wordParam(NOTIFICATION_TYPES, 'Only notifications of this type.'),
})

/** Validated by the use case, after it has found the notification. */
export const notificationEdit = validatedLater(
  t.Object({ read_status: t.Optional(t.Boolean({ description: 'Whether it is read.' })) }),
)

/**
 * The body is optional. It is validated by the use case, because a schema cannot distinguish an invalid body from an
 * absent one.
 */
export const readMarks = optionalValidatedLater(
  t.Object({
    type: t.Optional(
      t.Union([t.String(), t.Null()], {
        description:
          'Type of the notifications to mark; absent: all of them. An unknown type marks none.',
      }),
    ),
  }),
)
