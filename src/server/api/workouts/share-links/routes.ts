import { Elysia, t } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { NO_WORKOUT, NOT_OWN, workoutParams } from '@/server/http/parameters/path-params'
import { flagParam, parseFlag } from '@/server/http/parameters/query-params'
import {
  created,
  createdResponse,
  EMPTY,
  noContent,
  ok,
  okResponse,
} from '@/server/http/responses/envelope'
import {
  newShareLink,
  presentShareLink,
  shareLink,
  TOO_MANY_PICTURES,
} from '@/server/responses/share-link'
import type { AppContext } from '@/services/context'
import { drawOwnCard } from '@/use-cases/workouts/share/read-shared-workout'
import {
  createShareLink,
  DEFAULT_SHARE_DAYS,
  listWorkoutShareLinks,
  MAX_SHARE_DAYS,
  MAX_SHARE_LINKS,
  revokeShareLink,
} from '@/use-cases/workouts/write/share-workout'

const linkParams = t.Object({
  ...workoutParams.properties,
  share_link_id: t.Integer({ description: 'Number of the link.' }),
})
const cardQuery = t.Object({
  with_map: flagParam('Draw the route on a map, or on plain ground if the tile server fails.'),
})
/** Not empty, because Elysia replaces malformed bodies by empty objects if every key is optional. */
const linkInput = t.Object(
  {
    expires_in_days: t.Optional(
      t.Union([t.Null(), t.Integer({ minimum: 1, maximum: MAX_SHARE_DAYS })], {
        description: `Days until the link expires, ${DEFAULT_SHARE_DAYS} by default; null: never.`,
      }),
    ),
    with_map: t.Optional(
      t.Boolean({
        description:
          'Whether people with the link see the route; by default if everyone may see it.',
      }),
    ),
  },
  { minProperties: 1 },
)

const docs = operations({
  getWorkoutCard: {
    summary: 'Get a picture of a workout to share',
    description:
      "1200 × 630 pixels, with title, sport, date, owner and three numbers in the owner's language and units. Only for the owner.",
    responses: { 200: bytes('image/png', 'The picture.') },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT, 503: TOO_MANY_PICTURES },
  },
  listShareLinks: {
    summary: 'List the public links to a workout',
    description:
      'Newest first, without their URLs. Expired links are listed until they are revoked.',
    responses: { 200: okResponse({ data: t.Object({ share_links: t.Array(shareLink) }) }) },
    errors: { 403: NOT_OWN, 404: NO_WORKOUT },
  },
  createShareLink: {
    summary: 'Create a public link to a workout',
    description:
      'Everyone who knows the URL sees the workout, whatever its visibility, but not its notes, description, equipment, comments or heart rate. The URL is returned only here; it cannot be retrieved later.',
    responses: { 201: createdResponse({ data: t.Object({ share_link: newShareLink }) }) },
    errors: {
      400: `The input is invalid, or there are ${MAX_SHARE_LINKS} links.`,
      ...{ 403: NOT_OWN, 404: NO_WORKOUT },
    },
  },
  revokeShareLink: {
    summary: 'Revoke a public link to a workout',
    responses: { 204: EMPTY },
    errors: { 403: NOT_OWN, 404: 'There is no such workout or link.' },
  },
})

/** Pictures of workouts and public links to them, for their owners. */
export const workoutShareLinkRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/workouts/:workout_short_id', tags: ['Sharing'] })
    .use(endpoints(ctx))
    .get(
      '/card',
      async ({ caller, params: { workout_short_id: workoutId }, query }) => {
        const withMap = parseFlag(query.with_map)
        return new Response(await drawOwnCard(ctx, caller, { workoutId, withMap }), {
          headers: { 'content-type': 'image/png', 'cache-control': 'private, no-store' },
        })
      },
      {
        access: { scope: 'workouts:read' },
        ...{ params: workoutParams, query: cardQuery, detail: docs.getWorkoutCard },
      },
    )
    .get(
      '/share-links',
      async ({ caller, params }) => {
        const links = await listWorkoutShareLinks(ctx, caller, params.workout_short_id)
        return ok({ data: { share_links: links.map(presentShareLink) } })
      },
      { access: { scope: 'workouts:read' }, params: workoutParams, detail: docs.listShareLinks },
    )
    .post(
      '/share-links',
      async ({ caller, params: { workout_short_id: workoutId }, body, set, status }) => {
        const { link, url } = await createShareLink(ctx, caller, { workoutId, input: body })
        Object.assign(set.headers, NO_STORE)
        return status(201, created({ data: { share_link: { ...presentShareLink(link), url } } }))
      },
      {
        access: { scope: 'workouts:write' },
        ...{ params: workoutParams, body: linkInput, detail: docs.createShareLink },
      },
    )
    .delete(
      '/share-links/:share_link_id',
      async ({ caller, params: { workout_short_id: workoutId, share_link_id: linkId } }) => {
        await revokeShareLink(ctx, caller, { workoutId, linkId })
        return noContent()
      },
      { access: { scope: 'workouts:write' }, params: linkParams, detail: docs.revokeShareLink },
    )
