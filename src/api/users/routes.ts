import { basename } from 'node:path'
import { Elysia, type Static, t } from 'elysia'
import type { AppContext } from '@/context'
import { requestDevice } from '@/http/device'
import { endpoints } from '@/http/endpoints'
import { EMPTY, noContent, ok, okAnswer, pageAnswer, paginated } from '@/http/envelope'
import { bytes, operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { NO_USER, userParams } from '@/http/path-params'
import { pageQuery, parseFlag, parsePage, parsePageRequest } from '@/http/query-params'
import { sendTagged } from '@/http/transfer'
import { userPayload, type Wire } from '@/present/dialect'
import { listedWorkout, presentWorkoutInList } from '@/present/listed-workout'
import { type Profile, presentProfile, profile } from '@/present/profile'
import {
  type PublicUser,
  presentUser,
  presentUserDetail,
  presentUserForAnybody,
  publicUser,
  type UserDetail,
  user,
  userDetail,
} from '@/present/user'
import { editUser } from '@/use-cases/accounts/edit-user'
import { getPicture } from '@/use-cases/accounts/get-picture'
import { listUsers } from '@/use-cases/accounts/list-users'
import { getUser } from '@/use-cases/accounts/read-user'
import { removeUser } from '@/use-cases/accounts/remove-user'
import { listLatestWorkouts } from '@/use-cases/workouts/list-latest-workouts'
import { directoryQuery, PAGE_SIZES, userChanges } from './schema'

/** Asked again every time, so that a new picture is seen at once; the name of its file is another for each. */
const pictureHeaders = (path: string) => ({
  ...{ 'content-type': 'image/jpeg', 'cache-control': 'no-cache' },
  etag: `"${basename(path, '.jpg')}"`,
})

const detail = okAnswer({ data: userPayload(userDetail) })

/** Where a page lies in a list that nobody has counted. */
const placeInList = t.Object({
  has_next: t.Boolean({ description: 'Whether there are older ones.' }),
  has_prev: t.Boolean({ description: 'Whether there are newer ones.' }),
  page: t.Integer({ description: 'Number of the page.' }),
})

/** What the API document tells of the routes. */
const docs = operations({
  listUsers: {
    summary: 'List the members of this server',
    description:
      'Active accounts that do not hide from the directory. Administrators may ask for the others, too; from anybody else those wishes are ignored.',
    answers: { 200: pageAnswer({ data: t.Object({ users: t.Array(user) }) }) },
  },
  getUser: {
    summary: 'Read the page of a user',
    description:
      'For oneself the whole profile, for others what the caller may see, and less without a token. An inactive account is there for administrators only.',
    answers: { 200: okAnswer({ data: userPayload(t.Union([profile, userDetail, publicUser])) }) },
    refusals: { 404: NO_USER },
  },
  editUser: {
    summary: 'Change the account of a user',
    description:
      'Changes those of role, state, address and password that are given. A role of moderator or above also activates. A new password is random and mailed as a link to choose another; a new address is mailed for confirmation. Nobody can make owners here: the command line does.',
    answers: { 200: detail },
    refusals: {
      400: 'Nothing is given, the role or address cannot be, or the account is an owner’s.',
      403: 'Not an administrator, or it would close the own account.',
      404: NO_USER,
    },
  },
  deleteUser: {
    summary: 'Delete an account with everything in it',
    description:
      'Everybody may delete their own account; administrators others’, but not the owner’s. The last administrator stays. It cannot be undone.',
    answers: { 204: EMPTY },
    refusals: { 403: 'Somebody else’s account, or the last one that administrates.', 404: NO_USER },
  },
  getUserPicture: {
    summary: 'Read the picture of a user',
    description: 'Needs no token, so that pages can show it. Not counted by rate limits.',
    answers: { 200: bytes('image/jpeg', 'The picture.'), 304: { empty: 'It is still the same.' } },
    refusals: { 404: 'There is no such user, or no picture.' },
  },
  listLatestWorkouts: {
    summary: 'List the latest workouts of a user',
    description:
      'The newest five that the caller may see; none of a suspended user. With `page` the ones before them, five by five; the answer then tells whether there are more.',
    answers: {
      200: okAnswer({
        data: t.Object({ workouts: t.Array(listedWorkout) }),
        pagination: t.Optional(placeInList),
      }),
    },
    refusals: { 404: NO_USER },
  },
})

export const userRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users', tags: ['Users'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, wire }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { views, total } = await listUsers(ctx, caller, { ...page, ...readFilters(query) })
        const users = views.map((view) => presentUser(view, wire))
        return paginated({ data: { users } }, paginationOf(page, total))
      },
      { access: { scope: 'users:read' }, query: directoryQuery, detail: docs.listUsers },
    )
    .get(
      '/:user_name',
      async ({ visitor, params, wire }) =>
        ok({
          data: wire.userPayload(presentFound(await getUser(ctx, visitor, params.user_name), wire)),
        }),
      { optionalAccess: { scope: 'users:read' }, params: userParams, detail: docs.getUser },
    )
    .patch(
      '/:user_name',
      async ({ caller, params, body, request, wire }) => {
        const device = requestDevice(request)
        const edit = { username: params.user_name, changes: body, device }
        const view = await editUser(ctx, caller, edit)
        return ok({ data: wire.userPayload(presentUserDetail(view, wire)) })
      },
      {
        access: { scope: 'users:write', role: 'admin' },
        params: userParams,
        body: userChanges,
        detail: docs.editUser,
      },
    )
    .delete(
      '/:user_name',
      async ({ caller, params }) => {
        await removeUser(ctx, caller, params.user_name)
        return noContent()
      },
      {
        access: { scope: 'users:write', suspended: true },
        params: userParams,
        detail: docs.deleteUser,
      },
    )
    .get(
      '/:user_name/picture',
      async ({ params, request }) => {
        const path = await getPicture(ctx, params.user_name)
        return sendTagged(request, path, pictureHeaders(path))
      },
      { publicAccess: true, params: userParams, detail: docs.getUserPicture },
    )
    .get(
      '/:user_name/workouts',
      async ({ visitor, params, query, wire }) => {
        const page = query.page === undefined ? undefined : parsePage(query.page)
        const request = { username: params.user_name, page: page ?? 1 }
        const { views, hasMore } = await listLatestWorkouts(ctx, visitor, request)
        const data = { workouts: views.map((view) => presentWorkoutInList(view, wire)) }
        return ok({ data, ...(page && { pagination: placeOf(page, hasMore) }) })
      },
      {
        optionalAccess: { scope: 'workouts:read' },
        params: userParams,
        query: pageQuery,
        detail: docs.listLatestWorkouts,
      },
    )

const placeOf = (page: number, hasMore: boolean): Static<typeof placeInList> => ({
  has_next: hasMore,
  has_prev: page > 1,
  page,
})

const readFilters = (query: Static<typeof directoryQuery>) => ({
  search: query.q ?? '',
  withFollowed: parseFlag(query.with_following),
  withHidden: parseFlag(query.with_hidden_users) || parseFlag(query.with_hidden),
  withInactive: parseFlag(query.with_inactive),
  withSuspended: parseFlag(query.with_suspended),
  orderBy: query.order_by,
  order: query.order,
})

function presentFound(
  found: Awaited<ReturnType<typeof getUser>>,
  wire: Wire,
): Profile | UserDetail | PublicUser {
  if (found.for === 'oneself') return presentProfile(found.view, wire)
  if (found.for === 'others') return presentUserDetail(found.view, wire)
  return presentUserForAnybody(found.view)
}
