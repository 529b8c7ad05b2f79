import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { notification, presentNotification } from '@/present/notification'
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

/** What the API document tells of the routes. */
const docs = operations({
  listNotifications: {
    summary: 'List notifications',
    description: 'Five on a page, of users and content that the caller may still see.',
    answers: { 200: pageAnswer({ notifications: t.Array(notification) }) },
  },
  hasUnreadNotifications: {
    summary: 'Tell whether there is anything to read',
    answers: { 200: okAnswer({ unread: t.Boolean() }) },
  },
  listNotificationTypes: {
    summary: 'List the types of the own notifications',
    description: 'Each once; for a filter.',
    answers: { 200: okAnswer({ notification_types: t.Array(notification.properties.type) }) },
  },
  markAllNotificationsAsRead: {
    summary: 'Mark all notifications as read, or those of a type',
    answers: { 200: okAnswer({}) },
    refusals: { 400: '`type` is no text, or the body is no JSON object.' },
  },
  editNotification: {
    summary: 'Mark a notification as read or unread',
    answers: { 200: okAnswer({ notification }) },
    refusals: {
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
      async ({ caller, params, body, wire }) => {
        const view = await markNotification(ctx, caller, params.notification_id, body)
        return ok({ notification: presentNotification(view, wire) })
      },
      {
        access: { scope: 'notifications:write' },
        params: notificationParams,
        body: notificationEdit,
        detail: docs.editNotification,
      },
    )
