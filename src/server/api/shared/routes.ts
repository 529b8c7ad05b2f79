import { Elysia, t } from 'elysia'
import { invalidLinkPage, sharedPage } from '@/server/feeds/shared-page'
import { endpoints } from '@/server/http/endpoints'
import { bytes, operations } from '@/server/http/operation'
import { TOO_MANY_PICTURES } from '@/server/responses/share-link'
import type { AppContext } from '@/services/context'
import { drawSharedCard, openSharedWorkout } from '@/use-cases/workouts/share/read-shared-workout'

const sharedParams = t.Object({ share_secret: t.String({ description: 'Secret of the link.' }) })

const docs = operations({
  getSharedPage: {
    summary: 'Get the page of a shared workout',
    description:
      'For people without an account who received a link. Shows title, sport, date, owner and three numbers, and the route if the link allows it; never notes, description, equipment, comments or heart rate. The path does not begin with `/api`.',
    responses: {
      200: bytes('text/html', 'The page, with Open Graph tags.'),
      404: bytes(
        'text/html',
        'A page for a link that is unknown, revoked or expired, and for suspended workouts and inactive owners.',
      ),
    },
  },
  getSharedCard: {
    summary: 'Get the picture of a shared workout',
    description: '1200 × 630 pixels. The path does not begin with `/api`.',
    responses: { 200: bytes('image/png', 'The picture.') },
    errors: { 404: 'The link is not valid.', 503: TOO_MANY_PICTURES },
  },
})

/** Links stop working when they are revoked, so nothing is cached. */
const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }
const HTML = { ...PRIVATE, 'content-type': 'text/html; charset=utf-8' }

/** Pages of shared workouts, outside of `/api`. */
export const sharedRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/share', tags: ['Sharing'] })
    .use(endpoints(ctx))
    .get(
      '/:share_secret',
      async ({ params, request }) => {
        const secret = params.share_secret
        const shared = await openSharedWorkout(ctx, secret)
        if (shared) return new Response(sharedPage(shared, secret), { headers: HTML })
        const language = request.headers.get('accept-language') ?? ''
        return new Response(invalidLinkPage(language), { status: 404, headers: HTML })
      },
      { publicAccess: true, params: sharedParams, detail: docs.getSharedPage },
    )
    .get(
      '/:share_secret/card.png',
      async ({ params }) =>
        new Response(await drawSharedCard(ctx, params.share_secret), {
          headers: { ...PRIVATE, 'content-type': 'image/png' },
        }),
      { publicAccess: true, params: sharedParams, detail: docs.getSharedCard },
    )
