import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { findPicture } from '@/use-cases/accounts/find-picture'

/** Asked again every time, so that a new picture is seen at once. */
const HEADERS = { 'content-type': 'image/jpeg', 'cache-control': 'no-cache' }

export const userPictureRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users' })
    .use(endpoints(ctx))
    .get(
      '/:user_name/picture',
      async ({ params }) =>
        new Response(Bun.file(await findPicture(ctx, params.user_name)), { headers: HEADERS }),
      { publicAccess: true, detail: { summary: 'The picture of a user, as JPEG' } },
    )
