import { Elysia, t } from 'elysia'
import { workoutsCalendar } from '@/server/feeds/workouts-calendar'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { textParam } from '@/server/http/parameters/query-params'
import type { AppContext } from '@/services/context'
import { readCalendar } from '@/use-cases/workouts/read/read-calendar'

const calendarQuery = t.Object({
  token: textParam('A personal token, for calendars that cannot send headers.'),
})

const docs = operations({
  getCalendar: {
    summary: 'Get a calendar of the latest 1,000 workouts',
    description:
      "For calendar apps that subscribe to a URL: an event for each of the caller's own workouts, in the language and units of the account.",
    responses: { 200: bytes('text/calendar', 'iCalendar (RFC 5545).') },
  },
})

const HEADERS = { 'content-type': 'text/calendar; charset=utf-8' }

/** The caller's workouts for calendar apps. */
export const calendarRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/calendar.ics', tags: ['Feeds'] }).use(endpoints(ctx)).get(
    '',
    async ({ caller, dialect }) =>
      new Response(workoutsCalendar(await readCalendar(ctx, caller), dialect), {
        headers: HEADERS,
      }),
    {
      access: { scope: 'workouts:read', queryToken: true, basic: true },
      query: calendarQuery,
      detail: docs.getCalendar,
    },
  )
