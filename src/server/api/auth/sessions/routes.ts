import { Elysia, t } from 'elysia'
import { formatHttpDateOrNull } from '@/lib/time/http-date'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageParam, parsePageRequest, perPageParam } from '@/server/http/parameters/query-params'
import { EMPTY, noContent, pageResponse, paginated } from '@/server/http/responses/envelope'
import { presentSession, session } from '@/server/responses/accounts/session'
import { nullable, timestamp } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import {
  revokeOlderSessions,
  revokeOtherSessions,
  revokeSession,
} from '@/use-cases/accounts/sessions/end-sessions'
import { listOwnSessions } from '@/use-cases/accounts/sessions/list-sessions'

const SESSIONS_PER_PAGE = { perPage: 20, max: 100 }

const sessionParams = t.Object({ session_id: t.Integer({ description: 'Number of the session.' }) })
const sessionsQuery = t.Object({ page: pageParam, per_page: perPageParam(SESSIONS_PER_PAGE) })

const docs = operations({
  listSessions: {
    summary: "List the caller's sessions",
    description:
      'Newest first. Sessions that an earlier release of the server started are not in the list; they can only be ended together.',
    responses: {
      200: pageResponse({
        data: t.Object({
          older_sessions_until: nullable(
            timestamp('When the last session of an earlier release expires; null without any.'),
          ),
          sessions: t.Array(session),
        }),
      }),
    },
  },
  revokeSession: {
    summary: "End one of the caller's sessions",
    description: 'Its token becomes invalid at once, also that of the request itself.',
    responses: { 204: EMPTY },
    errors: { 404: 'The caller has no such session.' },
  },
  revokeOtherSessions: {
    summary: "End all of the caller's other sessions",
    description: 'Apps and personal access tokens keep their access.',
    responses: { 204: EMPTY },
  },
  revokeOlderSessions: {
    summary: "End the caller's sessions of an earlier release",
    description: 'All sessions that are not in the list, except the one that sent the request.',
    responses: { 204: EMPTY },
  },
})

/** The caller's sessions. All routes require one. */
export const sessionRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/sessions', tags: ['Account'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const request = parsePageRequest(query, SESSIONS_PER_PAGE)
        const { rows, total, olderUntil } = await listOwnSessions(ctx, caller, request)
        const data = {
          older_sessions_until: formatHttpDateOrNull(olderUntil),
          sessions: rows.map(presentSession),
        }
        return paginated({ data }, paginationOf(request, total))
      },
      { access: { suspended: true }, query: sessionsQuery, detail: docs.listSessions },
    )
    .delete(
      '',
      async ({ caller }) => {
        await revokeOtherSessions(ctx, caller)
        return noContent()
      },
      { access: { suspended: true }, detail: docs.revokeOtherSessions },
    )
    .delete(
      '/older',
      async ({ caller }) => {
        await revokeOlderSessions(ctx, caller)
        return noContent()
      },
      { access: { suspended: true }, detail: docs.revokeOlderSessions },
    )
    .delete(
      '/:session_id',
      async ({ caller, params }) => {
        await revokeSession(ctx, caller, params.session_id)
        return noContent()
      },
      { access: { suspended: true }, params: sessionParams, detail: docs.revokeSession },
    )
