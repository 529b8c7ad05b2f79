import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentNotification } from '@/present/notification'
import { markAllAsRead, markNotification } from '@/use-cases/notifications/mark-notifications'
import {
  hasUnread,
  listNotifications,
  listNotificationTypes,
} from '@/use-cases/notifications/read-notifications'
import { listQuery, notificationEdit, notificationParams, readMarks, typesQuery } from './schema'

const PER_PAGE = 5

const parseStatus = (status: string | undefined): boolean | undefined =>
  status === 'read' ? true : status === 'unread' ? false : undefined

export const notificationRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/notifications' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { views, total } = await listNotifications(ctx, caller, {
          ...page,
          order: query.order === 'asc' ? 'asc' : 'desc',
          isRead: parseStatus(query.status),
          type: query.type,
        })
        const notifications = views.map((view) => presentNotification(view, wire))
        return paginated({ notifications }, paginationOf(page, total))
      },
      { access: { scope: 'notifications:read' }, query: listQuery },
    )
    .get('/unread', async ({ caller }) => ok({ unread: await hasUnread(ctx, caller) }), {
      access: { scope: 'notifications:read' },
    })
    .get(
      '/types',
      async ({ caller, query }) =>
        ok({
          notification_types: await listNotificationTypes(ctx, caller, parseStatus(query.status)),
        }),
      { access: { scope: 'notifications:read' }, query: typesQuery },
    )
    .post(
      '/mark-all-as-read',
      async ({ caller, body }) => {
        await markAllAsRead(ctx, caller, body)
        return ok({})
      },
      { access: { scope: 'notifications:write' }, body: readMarks },
    )
    .patch(
      '/:notification_id',
      async ({ caller, params, body, wire }) => {
        const view = await markNotification(ctx, caller, params.notification_id, body)
        return ok({ notification: presentNotification(view, wire) })
      },
      {
        access: { scope: 'notifications:write' },
        params: notificationParams,
        body: notificationEdit,
      },
    )
