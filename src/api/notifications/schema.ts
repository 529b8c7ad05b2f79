import { t } from 'elysia'
import { NOTIFICATION_TYPES } from '@/db/columns'
import { judgedLater, judgedLaterIfAny } from '@/http/accepted'
import { pageParam, wordParam } from '@/http/query-params'

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

/** Judged by the use case, after it is clear that the notification is the caller's. */
export const notificationEdit = judgedLater(
  t.Object({ read_status: t.Optional(t.Boolean({ description: 'Whether it is read.' })) }),
)

/** May be absent; judged by the use case, because a schema cannot tell what is broken from what is absent. */
export const readMarks = judgedLaterIfAny(
  t.Object({
    type: t.Optional(
      t.Union([t.String(), t.Null()], {
        description:
          'Which to mark, one of the types of notifications; absent: all of them. There are none of other types.',
      }),
    ),
  }),
)
