import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { userParams } from '@/server/http/parameters/path-params'
import { pageParam, parsePageRequest, perPageParam } from '@/server/http/parameters/query-params'
import { EMPTY, noContent, pageResponse, paginated } from '@/server/http/responses/envelope'
import {
  presentRegistrationRequest,
  registrationRequest,
} from '@/server/responses/accounts/registration'
import { writing } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import {
  approveRegistration,
  readRegistrationRequests,
  rejectRegistration,
} from '@/use-cases/accounts/registration/decide-registration'

const PAGE_SIZES = { perPage: 20, max: 100 }

const listQuery = t.Object({ page: pageParam, per_page: perPageParam(PAGE_SIZES) })
/** Not empty, because Elysia replaces malformed bodies by empty objects if every key is optional. */
const rejection = t.Object({
  reason: t.Union([
    writing('Reason for the applicant; empty or null for none.', { minLength: 0 }),
    t.Null(),
  ]),
})

const NO_APPLICANT = 'Nobody with this name waits for approval.'

const docs = operations({
  listRegistrationRequests: {
    summary: 'List people who wait for the approval of an account',
    description: 'Oldest first, including those who have not confirmed their address yet.',
    responses: {
      200: pageResponse({
        data: t.Object({ registration_requests: t.Array(registrationRequest) }),
      }),
    },
  },
  approveRegistration: {
    summary: 'Approve the account of an applicant',
    description: 'Activates the account and emails the applicant.',
    responses: { 204: EMPTY },
    errors: { 404: NO_APPLICANT },
  },
  rejectRegistration: {
    summary: 'Reject an applicant',
    description:
      'Deletes the account, which was never active, and emails the applicant if the address was confirmed.',
    responses: { 204: EMPTY },
    errors: { 404: NO_APPLICANT },
  },
})

/** People who registered on a server where administrators approve accounts. */
export const registrationRequestRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/registration-requests', tags: ['Users'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { rows, total } = await readRegistrationRequests(ctx, page)
        const registration_requests = rows.map(presentRegistrationRequest)
        return paginated({ data: { registration_requests } }, paginationOf(page, total))
      },
      {
        access: { scope: 'users:read', role: 'admin' },
        query: listQuery,
        detail: docs.listRegistrationRequests,
      },
    )
    .post(
      '/:user_name/approve',
      async ({ caller, params }) => {
        await approveRegistration(ctx, caller, params.user_name)
        return noContent()
      },
      {
        access: { scope: 'users:write', role: 'admin' },
        params: userParams,
        detail: docs.approveRegistration,
      },
    )
    .post(
      '/:user_name/reject',
      async ({ caller, params, body }) => {
        const reason = body.reason ?? undefined
        await rejectRegistration(ctx, caller, { username: params.user_name, reason })
        return noContent()
      },
      {
        access: { scope: 'users:write', role: 'admin' },
        params: userParams,
        body: rejection,
        detail: docs.rejectRegistration,
      },
    )
