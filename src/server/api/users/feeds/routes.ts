import { Elysia, type Static, t } from 'elysia'
import { workoutsAtom } from '@/server/feeds/workouts-atom'
import { workoutsRss } from '@/server/feeds/workouts-rss'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { NO_USER, userParams } from '@/server/http/parameters/path-params'
import { flagParam, parseFlag, textParam } from '@/server/http/parameters/query-params'
import type { DialectFormat } from '@/server/responses/dialect'
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
  getAtomFeed: {
    summary: "Get the Atom feed of a user's latest public workouts",
    description: 'The same workouts as in the RSS feed.',
    responses: { 200: bytes('application/atom+xml', 'Atom 1.0 (RFC 4287).') },
    errors: { 404: NO_USER },
  },
})

const RSS_HEADERS = { 'content-type': 'text/xml; charset=utf-8', vary: 'accept' }

const ATOM_HEADERS = { 'content-type': 'application/atom+xml; charset=utf-8' }

/** Feed readers send this type. Other clients get the contract's form, without `guid`. */
const wantsRss = ({ headers }: Request) =>
  headers.get('accept')?.includes('application/rss+xml') ?? false

type FeedQuery = Static<typeof feedQuery>

const optionsOf = (query: FeedQuery, { duration }: DialectFormat) => ({
  language: query.lang,
  imperial: parseFlag(query.imperial_units),
  withDescription: parseFlag(query.description),
  duration,
})

/** Feeds are outside of `/api`, below the page of their user. */
export const feedRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users', tags: ['Feeds'] })
    .use(endpoints(ctx))
    .get(
      '/:user_name/workouts.rss',
      async ({ params, query, request, dialect }) => {
        const feed = await getWorkoutFeed(ctx, params.user_name)
        const options = { ...optionsOf(query, dialect), withIds: wantsRss(request) }
        return new Response(workoutsRss(feed, options), { headers: RSS_HEADERS })
      },
      { publicAccess: true, params: userParams, query: feedQuery, detail: docs.getWorkoutFeed },
    )
    .get(
      '/:user_name/workouts.atom',
      async ({ params, query, dialect }) => {
        const feed = await getWorkoutFeed(ctx, params.user_name)
        const atom = workoutsAtom(feed, optionsOf(query, dialect))
        return new Response(atom, { headers: ATOM_HEADERS })
      },
      { publicAccess: true, params: userParams, query: feedQuery, detail: docs.getAtomFeed },
    )
