import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { endpoints } from '@/http/endpoints'
import { ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parsePage } from '@/http/query-params'
import { presentUser } from '@/present/user'
import { block, unblock } from '@/use-cases/people/block'
import { follow, listFollows, unfollow } from '@/use-cases/people/follow'

const personParams = t.Object({ user_name: t.String() })
const pageQuery = t.Object({ page: t.Optional(t.String()) })

const PER_PAGE = 10

export const relationshipRoutes = (ctx: AppContext) => {
  const readable = {
    access: { scope: 'follow:read' },
    params: personParams,
    query: pageQuery,
  } as const
  const following = { access: { scope: 'follow:write' }, params: personParams } as const
  const blocking = { access: { scope: 'users:write' }, params: personParams } as const
  return new Elysia({ prefix: '/users/:user_name' })
    .use(endpoints(ctx))
    .post(
      '/follow',
      async ({ caller, params: { user_name } }) => {
        await follow(ctx, caller, user_name)
        return ok({ message: `Follow request to user '${user_name}' is sent.` })
      },
      following,
    )
    .post(
      '/unfollow',
      async ({ caller, params: { user_name } }) => {
        await unfollow(ctx, caller, user_name)
        return ok({ message: `Undo for a follow request to user '${user_name}' is sent.` })
      },
      following,
    )
    .get(
      '/followers',
      async ({ caller, params, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { ...page, username: params.user_name, side: 'followers' } as const
        const { views, total } = await listFollows(ctx, caller, request)
        const followers = views.map((view) => presentUser(view, wire))
        return paginated({ data: { followers } }, paginationOf(page, total))
      },
      readable,
    )
    .get(
      '/following',
      async ({ caller, params, query, wire }) => {
        const page = { page: parsePage(query.page), perPage: PER_PAGE }
        const request = { ...page, username: params.user_name, side: 'following' } as const
        const { views, total } = await listFollows(ctx, caller, request)
        const following = views.map((view) => presentUser(view, wire))
        return paginated({ data: { following } }, paginationOf(page, total))
      },
      readable,
    )
    .post(
      '/block',
      async ({ caller, params }) => {
        await block(ctx, caller, params.user_name)
        return ok({})
      },
      blocking,
    )
    .post(
      '/unblock',
      async ({ caller, params }) => {
        await unblock(ctx, caller, params.user_name)
        return ok({})
      },
      blocking,
    )
}
