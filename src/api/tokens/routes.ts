import { Elysia, t } from 'elysia'
import type { AppContext } from '@/context'
import { NO_STORE } from '@/errors'
import { endpoints } from '@/http/endpoints'
import { created, createdAnswer, EMPTY, noContent, pageAnswer, paginated } from '@/http/envelope'
import { operations } from '@/http/operation'
import { paginationOf } from '@/http/pagination'
import { pageParam, parsePageRequest, perPageParam } from '@/http/query-params'
import { newPersonalToken, personalToken, presentPersonalToken } from '@/present/personal-token'
import { createToken, LONGEST_NAME, MOST_DAYS, USUAL_DAYS } from '@/use-cases/apps/create-token'
import { listTokens, revokeToken } from '@/use-cases/apps/manage-tokens'

const TOKENS_PER_PAGE = { perPage: 20, most: 100 }

const tokenParams = t.Object({ token_id: t.Integer({ description: 'Number of the token.' }) })
const tokensQuery = t.Object({ page: pageParam, per_page: perPageParam(TOKENS_PER_PAGE) })
const tokenInput = t.Object({
  name: t.String({
    minLength: 1,
    maxLength: LONGEST_NAME,
    description: 'What to call it, such as the program that will have it.',
  }),
  scope: t.String({ description: 'What it may do: scopes separated by spaces.' }),
  expires_in_days: t.Optional(
    t.Union([t.Null(), t.Integer({ minimum: 1, maximum: MOST_DAYS })], {
      description: `Days until it expires, ${USUAL_DAYS} unless given; null: it never does.`,
    }),
  ),
})

/** What the API document tells of the routes. */
const docs = operations({
  listTokens: {
    summary: 'List own tokens',
    description: 'Newest first; those that have expired stay until they are revoked.',
    answers: { 200: pageAnswer({ data: t.Object({ tokens: t.Array(personalToken) }) }) },
  },
  createToken: {
    summary: 'Make a token for a program of one’s own',
    description:
      'A token is sent as `Authorization: Bearer` and may do what its scopes say, but never make tokens or what takes a session. It is told in this answer and never again. It outlives a change of the password, unless `revoke_apps` is asked for, but not a reset.',
    answers: { 201: createdAnswer({ data: t.Object({ token: newPersonalToken }) }) },
    refusals: { 400: 'The name is blank, a scope is unknown, or there are 100 tokens.' },
  },
  revokeToken: {
    summary: 'Revoke an own token',
    answers: { 204: EMPTY },
    refusals: { 404: 'The caller has no such token.' },
  },
})

/** Tokens that the caller made for programs; a session is needed to see or make them. */
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
        const { token, secret } = await createToken(ctx, caller.userId, body)
        Object.assign(set.headers, NO_STORE)
        const told = { ...presentPersonalToken(token), token: secret }
        return status(201, created({ data: { token: told } }))
      },
      { access: { suspended: false }, body: tokenInput, detail: docs.createToken },
    )
    .delete(
      '/:token_id',
      async ({ caller, params }) => {
        await revokeToken(ctx, caller.userId, params.token_id)
        return noContent()
      },
      { access: { suspended: true }, params: tokenParams, detail: docs.revokeToken },
    )
