import { basename } from 'node:path'
import { Elysia, type Static, t } from 'elysia'
import { requestDevice } from '@/server/http/device'
import { endpoints } from '@/server/http/endpoints'
import { operations, taggedBytes } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { NO_USER, userParams } from '@/server/http/parameters/path-params'
import {
  pageQuery,
  parseFlag,
  parsePage,
  parsePageRequest,
} from '@/server/http/parameters/query-params'
import { sendTagged } from '@/server/http/responses/compression'
import {
  EMPTY,
  noContent,
  ok,
  okResponse,
  pageResponse,
  paginated,
} from '@/server/http/responses/envelope'
import { type Profile, presentProfile, profile } from '@/server/responses/accounts/profile'
import {
  type PublicUser,
  presentUsage,
  presentUser,
  presentUserDetail,
  presentUserForAnybody,
  publicUser,
  type UserDetail,
  userDetail,
  userInDirectory,
} from '@/server/responses/accounts/user'
import { type DialectFormat, userPayload } from '@/server/responses/dialect'
import { listedWorkout, presentWorkoutInList } from '@/server/responses/workouts/listed-workout'
import type { AppContext } from '@/services/context'
import { deleteAccount } from '@/use-cases/accounts/delete-user'
import { editUser } from '@/use-cases/accounts/edit-user'
import { getPicture } from '@/use-cases/accounts/get-picture'
import { listUsers } from '@/use-cases/accounts/list-users'
import { getUser } from '@/use-cases/accounts/read-user'
import { listLatestWorkouts } from '@/use-cases/workouts/read/list-latest-workouts'
import { directoryQuery, PAGE_SIZES, userChanges } from './schema'

/**
 * Browsers revalidate the picture on each use, so that a new one is visible immediately. Each picture has its own file
 * name, which serves as the entity tag.
 */
const pictureHeaders = (path: string) => ({
  ...{ 'content-type': 'image/jpeg', 'cache-control': 'no-cache' },
  etag: `"${basename(path, '.jpg')}"`,
})

const detail = okResponse({ data: userPayload(userDetail) }, 'UserResult')

/** The position of a page in a list without a total count. */
const placeInList = t.Object({
  has_next: t.Boolean({ description: 'Whether there are older ones.' }),
  has_prev: t.Boolean({ description: 'Whether there are newer ones.' }),
  page: t.Integer({ description: 'Number of the page.' }),
})

const docs = operations({
  listUsers: {
    summary: 'List the members of this server',
    description:
      'Active accounts that are not hidden from the directory. Administrators can request the others with the filters, which are ignored for other callers.',
    responses: { 200: pageResponse({ data: t.Object({ users: t.Array(userInDirectory) }) }) },
  },
  getUser: {
    summary: 'Get the page of a user',
    description:
      "The whole profile for the user's own account, otherwise what the caller may see, and less without a token. Only administrators see inactive accounts.",
    responses: {
      200: okResponse({ data: userPayload(t.Union([profile, userDetail, publicUser])) }),
    },
    errors: { 404: NO_USER },
  },
  editUser: {
    summary: 'Change the account of a user',
    description:
      'Changes the given values of role, state, email address, password and quota, ends all sessions, or turns two-factor login off, of which the user is notified by email. A role of moderator or above also activates the account. All administrators are notified by email of a new one; send the password of the caller with the role `admin`, which clients of earlier releases do not. A new password is random, and a link to choose another is emailed; a new address must be confirmed by email. Owners can only be created on the command line.',
    responses: { 200: detail },
    errors: {
      400: 'The body is empty, the role or email address is invalid, or the account is an owner’s.',
      401: 'The password of the caller is wrong.',
      403: 'The caller is not an administrator, or would deactivate their own account or turn its two-factor login off.',
      404: NO_USER,
    },
  },
  deleteUser: {
    summary: 'Delete an account with everything in it',
    description:
      'Users can delete their own account, and administrators any except the owner’s. The last administrator cannot be deleted. This cannot be undone.',
    responses: { 204: EMPTY },
    errors: { 403: 'Another user’s account, or the last administrator.', 404: NO_USER },
  },
  getUserPicture: {
    summary: 'Get the picture of a user',
    description: 'Needs no token, so that pages can show it. Not counted by rate limits.',
    responses: {
      200: taggedBytes('image/jpeg', 'The picture.'),
    },
    errors: { 404: 'There is no such user, or no picture.' },
  },
  listLatestWorkouts: {
    summary: 'List the latest workouts of a user',
    description:
      'The newest five that the caller may see; empty for a suspended user. `page` requests older ones, five per page; the response then says whether there are more.',
    responses: {
      200: okResponse({
        data: t.Object({ workouts: t.Array(listedWorkout) }),
        pagination: t.Optional(placeInList),
      }),
    },
    errors: { 404: NO_USER },
  },
})

/** The directory, and accounts in it. */
const directoryRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users', tags: ['Users'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query, dialect }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const request = { ...page, ...readFilters(query) }
        const { views, total, withUsage, withTwoFactor } = await listUsers(ctx, caller, request)
        const users = views.map((view) => ({
          ...presentUser(view, dialect),
          ...(withUsage && presentUsage(view.user, withTwoFactor.has(view.user.id))),
        }))
        return paginated({ data: { users } }, paginationOf(page, total))
      },
      { access: { scope: 'users:read' }, query: directoryQuery, detail: docs.listUsers },
    )
    .get(
      '/:user_name',
      async ({ visitor, params, dialect }) => {
        const found = await getUser(ctx, visitor, params.user_name)
        return ok({ data: dialect.userPayload(presentDirectory(found, dialect)) })
      },
      { optionalAccess: { scope: 'users:read' }, params: userParams, detail: docs.getUser },
    )
    .patch(
      '/:user_name',
      async ({ caller, params, body, request, dialect, guess }) => {
        const device = requestDevice(request)
        const edit = { username: params.user_name, changes: body, device }
        const change = () => editUser(ctx, caller, edit)
        const view = await (body.password === undefined
          ? change()
          : guess({ userId: caller.userId }, change))
        return ok({ data: dialect.userPayload(presentUserDetail(view, dialect)) })
      },
      {
        guarded: true,
        access: { scope: 'users:write', role: 'admin' },
        params: userParams,
        body: userChanges,
        detail: docs.editUser,
      },
    )
    .delete(
      '/:user_name',
      async ({ caller, params }) => {
        await deleteAccount(ctx, caller, params.user_name)
        return noContent()
      },
      {
        access: { scope: 'users:write', suspended: true },
        params: userParams,
        detail: docs.deleteUser,
      },
    )

/** What a page about a user shows besides the account. */
const publicRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users/:user_name', tags: ['Users'] })
    .use(endpoints(ctx))
    .get(
      '/picture',
      async ({ params, request }) => {
        const path = await getPicture(ctx, params.user_name)
        return sendTagged(request, { path, headers: pictureHeaders(path) })
      },
      { publicAccess: true, params: userParams, detail: docs.getUserPicture },
    )
    .get(
      '/workouts',
      async ({ visitor, params, query, dialect }) => {
        const page = query.page === undefined ? undefined : parsePage(query.page)
        const request = { username: params.user_name, page: page ?? 1 }
        const { views, hasMore } = await listLatestWorkouts(ctx, visitor, request)
        const data = { workouts: views.map((view) => presentWorkoutInList(view, dialect)) }
        return ok({ data, ...(page && { pagination: placeOf(page, hasMore) }) })
      },
      {
        optionalAccess: { scope: 'workouts:read' },
        params: userParams,
        query: pageQuery,
        detail: docs.listLatestWorkouts,
      },
    )

export const userRoutes = (ctx: AppContext) =>
  new Elysia().use(directoryRoutes(ctx)).use(publicRoutes(ctx))

const placeOf = (page: number, hasMore: boolean): Static<typeof placeInList> => ({
  has_next: hasMore,
  has_prev: page > 1,
  page,
})

const readFilters = (query: Static<typeof directoryQuery>) => ({
  search: query.q ?? '',
  inEmails: parseFlag(query.with_emails),
  role: query.role || undefined,
  state: query.state,
  withFollowed: parseFlag(query.with_following),
  withHidden: parseFlag(query.with_hidden_users) || parseFlag(query.with_hidden),
  withInactive: parseFlag(query.with_inactive),
  withSuspended: parseFlag(query.with_suspended),
  withUsage: parseFlag(query.with_usage),
  orderBy: query.order_by,
  order: query.order,
})

function presentDirectory(
  found: Awaited<ReturnType<typeof getUser>>,
  dialect: DialectFormat,
): Profile | UserDetail | PublicUser {
  if (found.for === 'oneself') return presentProfile(found.view, dialect)
  if (found.for === 'others') return presentUserDetail(found.view, dialect)
  return presentUserForAnybody(found.view)
}
