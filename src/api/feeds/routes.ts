import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { workoutsRss } from '@/feeds/workouts-rss'
import { endpoints } from '@/http/endpoints'
import { parseFlag } from '@/http/query-params'
import { getWorkoutFeed } from '@/use-cases/workouts/read-feed'
import { feedParams, feedQuery } from './schema'

/** Feeds lie outside `/api`, beside the page they belong to. */
export const feedRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users' }).use(endpoints(ctx)).get(
    '/:user_name/workouts.rss',
    async ({ params, query, wire }) => {
      const rss = workoutsRss(await getWorkoutFeed(ctx, params.user_name), {
        language: query.lang,
        imperial: parseFlag(query.imperial_units),
        withDescription: parseFlag(query.description),
        duration: wire.duration,
      })
      return new Response(rss, { headers: { 'content-type': 'text/xml; charset=utf-8' } })
    },
    { publicAccess: true, params: feedParams, query: feedQuery },
  )
