import { Elysia, t } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageParam, parsePageRequest, perPageParam } from '@/server/http/parameters/query-params'
import {
  created,
  createdResponse,
  EMPTY,
  noContent,
  pageResponse,
  paginated,
} from '@/server/http/responses/envelope'
import {
  newPersonalToken,
  personalToken,
  presentPersonalToken,
} from '@/server/responses/accounts/personal-token'
import type { AppContext } from '@/services/context'
import { createToken, DEFAULT_DAYS, MAX_DAYS, MAX_NAME_LENGTH } from '@/use-cases/apps/create-token'
import { listTokens, revokeToken } from '@/use-cases/apps/manage-tokens'

const TOKENS_PER_PAGE = { perPage: 20, max: 100 }

const tokenParams = t.Object({ token_id: t.Integer({ description: 'Number of the token.' }) })
const tokensQuery = t.Object({ page: pageParam, per_page: perPageParam(TOKENS_PER_PAGE) })
const tokenInput = t.Object({
  name: t.String({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    description: 'Name of the token, such as that of the program that uses it.',
  }),
  scope: t.String({ description: 'Scopes of the new token, separated by spaces.' }),
  expires_in_days: t.Optional(
    t.Union([t.Null(), t.Integer({ minimum: 1, maximum: MAX_DAYS })], {
      description: `Days until it expires, ${DEFAULT_DAYS} by default; null: never.`,
    }),
  ),
})

const docs = operations({
  listTokens: {
    summary: "List the caller's tokens",
    description: 'Newest first. Expired tokens are listed until they are revoked.',
    responses: { 200: pageResponse({ data: t.Object({ tokens: t.Array(personalToken) }) }) },
  },
  createToken: {
    summary: 'Create a personal access token',
    description:
      'The token is sent as `Authorization: Bearer` and has the given scopes, but cannot create tokens or use operations that require a session. The token is returned only here; it cannot be retrieved later. It remains valid after a change of the password, unless `revoke_apps` is set, but not after a password reset.',
    responses: { 201: createdResponse({ data: t.Object({ token: newPersonalToken }) }) },
    errors: { 400: 'The name is blank, a scope is unknown, or there are 100 tokens.' },
  },
  revokeToken: {
    summary: "Revoke one of the caller's tokens",
    responses: { 204: EMPTY },
    errors: { 404: 'The caller has no such token.' },
  },
})

const ownedBy = (caller: Caller) => ({ userId: caller.userId, actor: caller })

/** The caller's personal access tokens. Listing and creating them requires a session. */
export const tokenRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/tokens', tags: ['Tokens'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ caller, query }) => {
        const request = parsePageRequest(query, TOKENS_PER_PAGE)
        const { rows, total } = await listTokens(ctx, caller.userId, request)
        return paginated(
          { data: { tokens: rows.map(presentPersonalToken) } },
          paginationOf(request, total),
        )
      },
      { access: { suspended: true }, query: tokensQuery, detail: docs.listTokens },
    )
    .post(
      '',
      async ({ caller, body, set, status }) => {
        const { token, secret } = await createToken(ctx, ownedBy(caller), body)
        Object.assign(set.headers, NO_STORE)
        const response = { ...presentPersonalToken(token), token: secret }
        return status(201, created({ data: { token: response } }))
      },
      { access: { suspended: false }, body: tokenInput, detail: docs.createToken },
    )
    .delete(
      '/:token_id',
      async ({ caller, params }) => {
        await revokeToken(ctx, ownedBy(caller), params.token_id)
        return noContent()
      },
      { access: { suspended: true }, params: tokenParams, detail: docs.revokeToken },
    )
