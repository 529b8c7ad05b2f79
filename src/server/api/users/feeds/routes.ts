import { Elysia, t } from 'elysia'
import { workoutsRss } from '@/server/feeds/workouts-rss'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { NO_USER, userParams } from '@/server/http/parameters/path-params'
import { flagParam, parseFlag, textParam } from '@/server/http/parameters/query-params'
import type { AppContext } from '@/services/context'
import { getWorkoutFeed } from '@/use-cases/workouts/read/read-feed'

const feedQuery = t.Object({
  lang: textParam('Two-letter language code; English if there is no translation.'),
  imperial_units: flagParam('Miles and feet.'),
  description: flagParam('Include the descriptions of the workouts.'),
})

const docs = operations({
  getWorkoutFeed: {
    summary: "Get the RSS feed of a user's latest public workouts",
    description:
      'The last five workouts; empty for a suspended or inactive user. Items have a `guid` if the request accepts `application/rss+xml`. Note that the path does not begin with `/api`.',
    responses: { 200: bytes('text/xml', 'RSS 2.0.') },
    errors: { 404: NO_USER },
  },
})

const HEADERS = { 'content-type': 'text/xml; charset=utf-8', vary: 'accept' }

/** Feed readers send this type. Other clients get the contract's form, without `guid`. */
const wantsRss = ({ headers }: Request) =>
  headers.get('accept')?.includes('application/rss+xml') ?? false

/** Feeds are outside of `/api`, below the page of their user. */
export const feedRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users', tags: ['Feeds'] }).use(endpoints(ctx)).get(
    '/:user_name/workouts.rss',
    async ({ params, query, request, dialect }) => {
      const rss = workoutsRss(await getWorkoutFeed(ctx, params.user_name), {
        language: query.lang,
        imperial: parseFlag(query.imperial_units),
        withDescription: parseFlag(query.description),
        withIds: wantsRss(request),
        duration: dialect.duration,
      })
      return new Response(rss, { headers: HEADERS })
    },
    { publicAccess: true, params: userParams, query: feedQuery, detail: docs.getWorkoutFeed },
  )
