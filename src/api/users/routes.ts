import { Elysia } from 'elysia'
import type { AppContext } from '@/context'
import { requestDevice } from '@/http/device'
import { endpoints } from '@/http/endpoints'
import { noContent, ok, paginated } from '@/http/envelope'
import { paginationOf } from '@/http/pagination'
import { parseFlag, parsePageRequest } from '@/http/query-params'
import type { Wire } from '@/present/dialect'
import { presentWorkoutInList } from '@/present/listed-workout'
import { presentProfile } from '@/present/profile'
import { presentUser, presentUserDetail, presentUserForAnybody } from '@/present/user'
import { editUser } from '@/use-cases/accounts/edit-user'
import { findPicture } from '@/use-cases/accounts/find-picture'
import { listUsers } from '@/use-cases/accounts/list-users'
import { getUser } from '@/use-cases/accounts/read-user'
import { removeUser } from '@/use-cases/accounts/remove-user'
import { listLatestWorkouts } from '@/use-cases/workouts/list-latest-workouts'
import { directoryQuery, userChanges, userParams } from './schema'

const PAGE_SIZES = { perPage: 10, most: 50 }
/** Asked again every time, so that a new picture is seen at once. */
const PICTURE_HEADERS = { 'content-type': 'image/jpeg', 'cache-control': 'no-cache' }

export const userRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users' })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { views, total } = await listUsers(ctx, caller, {
          ...page,
          search: query.q ?? '',
          withFollowed: parseFlag(query.with_following),
          withHidden: parseFlag(query.with_hidden_users) || parseFlag(query.with_hidden),
          withInactive: parseFlag(query.with_inactive),
          withSuspended: parseFlag(query.with_suspended),
          orderBy: query.order_by,
          order: query.order,
        })
        const users = views.map((view) => presentUser(view, wire))
        return paginated({ data: { users } }, paginationOf(page, total))
      },
      { access: { scope: 'users:read' }, query: directoryQuery },
    )
    .get(
      '/:user_name',
      async ({ visitor, params, wire }) =>
        ok({
          data: wire.userPayload(presentFound(await getUser(ctx, visitor, params.user_name), wire)),
        }),
      { optionalAccess: { scope: 'users:read' }, params: userParams },
    )
    .patch(
      '/:user_name',
      async ({ caller, params, body, request, wire }) => {
        const device = requestDevice(request)
        const edit = { username: params.user_name, changes: body, device }
        const view = await editUser(ctx, caller, edit)
        return ok({ data: wire.userPayload(presentUserDetail(view, wire)) })
      },
      { access: { scope: 'users:write', role: 'admin' }, params: userParams, body: userChanges },
    )
    .delete(
      '/:user_name',
      async ({ caller, params }) => {
        await removeUser(ctx, caller, params.user_name)
        return noContent()
      },
      { access: { scope: 'users:write', suspended: true }, params: userParams },
    )
    .get(
      '/:user_name/picture',
      async ({ params }) => {
        const picture = Bun.file(await findPicture(ctx, params.user_name))
        return new Response(picture, { headers: PICTURE_HEADERS })
      },
      {
        publicAccess: true,
        params: userParams,
        detail: { summary: 'The picture of a user, as JPEG' },
      },
    )
    .get(
      '/:user_name/workouts',
      async ({ visitor, params, wire }) => {
        const views = await listLatestWorkouts(ctx, visitor, params.user_name)
        return ok({ data: { workouts: views.map((view) => presentWorkoutInList(view, wire)) } })
      },
      { optionalAccess: { scope: 'workouts:read' }, params: userParams },
    )

function presentFound(found: Awaited<ReturnType<typeof getUser>>, wire: Wire): object {
  if (found.for === 'oneself') return presentProfile(found.view, wire)
  if (found.for === 'others') return presentUserDetail(found.view, wire)
  return presentUserForAnybody(found.view)
}
