import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { parsePage } from '@/server/http/parameters/query-params'
import {
  ok,
  okResponse,
  pageResponse,
  paginated,
  statusResponse,
} from '@/server/http/responses/envelope'
import { notification, presentNotification } from '@/server/responses/notification'
import type { AppContext } from '@/services/context'
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

const docs = operations({
  listNotifications: {
    summary: 'List notifications',
    description: 'Five per page, about users and content that the caller may still see.',
    responses: { 200: pageResponse({ notifications: t.Array(notification) }) },
  },
  hasUnreadNotifications: {
    summary: 'Check for unread notifications',
    responses: { 200: okResponse({ unread: t.Boolean() }) },
  },
  listNotificationTypes: {
    summary: "List the types of the caller's notifications",
    description: 'Each type once; for a filter.',
    responses: { 200: okResponse({ notification_types: t.Array(notification.properties.type) }) },
  },
  markAllNotificationsAsRead: {
    summary: 'Mark all notifications as read, or those of a type',
    responses: { 200: statusResponse },
    errors: { 400: '`type` is no text, or the body is no JSON object.' },
  },
  editNotification: {
    summary: 'Mark a notification as read or unread',
    responses: { 200: okResponse({ notification }) },
    errors: {
      400: '`read_status` is neither true nor false.',
      404: 'The caller has no such notification.',
    },
  },
})

export const notificationRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/notifications', tags: ['Notifications'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, dialect }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const { views, total } = await listNotifications(ctx, caller, {
          ...page,
          order: query.order === 'asc' ? 'asc' : 'desc',
          isRead: parseStatus(query.status),
          type: query.type,
        })
        const notifications = views.map((view) => presentNotification(view, dialect))
        return paginated({ notifications }, paginationOf(page, total))
      },
      { access: { scope: 'notifications:read' }, query: listQuery, detail: docs.listNotifications },
    )
    .get('/unread', async ({ caller }) => ok({ unread: await hasUnread(ctx, caller) }), {
      access: { scope: 'notifications:read' },
      detail: docs.hasUnreadNotifications,
    })
    .get(
      '/types',
      async ({ caller, query }) =>
        ok({
          notification_types: await listNotificationTypes(ctx, caller, parseStatus(query.status)),
        }),
      {
        access: { scope: 'notifications:read' },
        query: typesQuery,
        detail: docs.listNotificationTypes,
      },
    )
    .post(
      '/mark-all-as-read',
      async ({ caller, body }) => {
        await markAllAsRead(ctx, caller, body)
        return ok({})
      },
      {
        access: { scope: 'notifications:write' },
        body: readMarks,
        detail: docs.markAllNotificationsAsRead,
      },
    )
    .patch(
      '/:notification_id',
      async ({ caller, params, body, dialect }) => {
        const view = await markNotification(ctx, caller, params.notification_id, body)
        return ok({ notification: presentNotification(view, dialect) })
      },
      {
        access: { scope: 'notifications:write' },
        params: notificationParams,
        body: notificationEdit,
        detail: docs.editNotification,
      },
    )
