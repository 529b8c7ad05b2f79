import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { workoutsRss } from '@/feeds/workouts-rss'
import { endpoints } from '@/http/endpoints'
import { bytes, operations } from '@/http/operation'
import { NO_USER, userParams } from '@/http/path-params'
import { flagParam, parseFlag, textParam } from '@/http/query-params'
import { getWorkoutFeed } from '@/use-cases/workouts/read-feed'

const feedQuery = t.Object({
  lang: textParam('Two-letter language code; English where it is not translated.'),
  imperial_units: flagParam('Miles and feet.'),
  description: flagParam('With the texts of the workouts.'),
})

/** What the API document tells of the routes. */
const docs = operations({
  getWorkoutFeed: {
    summary: "Read the RSS feed of a user's latest public workouts",
    description:
      'The last five; none of a suspended or inactive user. Items carry a `guid` for who accepts `application/rss+xml`. Note that the path does not begin with `/api`.',
    answers: { 200: bytes('text/xml', 'RSS 2.0.') },
    refusals: { 404: NO_USER },
  },
})

const HEADERS = { 'content-type': 'text/xml; charset=utf-8', vary: 'accept' }

/** Feed readers do; the contract's form without `guid` is for programs that take anything. */
const asksForRss = ({ headers }: Request) =>
  headers.get('accept')?.includes('application/rss+xml') ?? false

/** Feeds lie outside `/api`, beside the page they belong to. */
export const feedRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users', tags: ['Feeds'] }).use(endpoints(ctx)).get(
    '/:user_name/workouts.rss',
    async ({ params, query, request, wire }) => {
      const rss = workoutsRss(await getWorkoutFeed(ctx, params.user_name), {
        language: query.lang,
        imperial: parseFlag(query.imperial_units),
        withDescription: parseFlag(query.description),
        withIds: asksForRss(request),
        duration: wire.duration,
      })
      return new Response(rss, { headers: HEADERS })
    },
    { publicAccess: true, params: userParams, query: feedQuery, detail: docs.getWorkoutFeed },
  )
