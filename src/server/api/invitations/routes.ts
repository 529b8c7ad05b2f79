import { Elysia, t } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { validatedLater } from '@/server/http/documented-input'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { paginationOf } from '@/server/http/parameters/pagination'
import { pageParam, parsePageRequest, perPageParam } from '@/server/http/parameters/query-params'
import {
  created,
  createdResponse,
  EMPTY,
  noContent,
  ok,
  okResponse,
  pageResponse,
  paginated,
} from '@/server/http/responses/envelope'
import {
  invitation,
  presentInvitation,
  sentInvitation,
} from '@/server/responses/accounts/registration'
import { text } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import {
  INVITATION_DAYS,
  invite,
  openInvitation,
  readInvitations,
  resendInvitation,
  revokeInvitation,
} from '@/use-cases/accounts/registration/invite'

const PAGE_SIZES = { perPage: 20, max: 100 }

const invitationParams = t.Object({
  invitation_id: t.Integer({ description: 'See `id` in the list of invitations.' }),
})
const listQuery = t.Object({ page: pageParam, per_page: perPageParam(PAGE_SIZES) })
const input = t.Object({
  email: text('The address to invite.'),
  language: t.Optional(
    validatedLater(text('Language code of the email; English if it is unknown.')),
  ),
})
const secret = t.Object({ token: text('The token of the link in the invitation.') })

const NOT_OPEN = 'There is no such invitation, or it was accepted or revoked.'

const docs = operations({
  listInvitations: {
    summary: 'List the invitations',
    description: 'Newest first, in every state.',
    responses: {
      200: pageResponse({ data: t.Object({ invitations: t.Array(invitation) }) }),
    },
  },
  createInvitation: {
    summary: 'Invite someone to register',
    description: `Emails a link that is valid for ${INVITATION_DAYS} days and once. People with an invitation can register in every mode, for the invited address only, and need no approval.`,
    responses: { 201: createdResponse({ data: sentInvitation }) },
    errors: { 400: 'The address is invalid, or has an account or an open invitation.' },
  },
  resendInvitation: {
    summary: 'Send an invitation again',
    description: `Creates another link, which is valid for ${INVITATION_DAYS} days. The previous one stops working.`,
    responses: { 200: okResponse({ data: sentInvitation }) },
    errors: { 404: NOT_OPEN },
  },
  revokeInvitation: {
    summary: 'Revoke an invitation',
    description: 'Its link stops working.',
    responses: { 204: EMPTY },
    errors: { 404: NOT_OPEN },
  },
  openInvitation: {
    summary: 'Get the address of an invitation',
    description: 'For the registration form, with the token of the link.',
    responses: {
      200: okResponse({ data: t.Object({ email: t.String() }) }),
    },
    errors: {
      403: 'The invitation is unknown, used, revoked or expired, or the server has reached its maximum number of accounts.',
    },
  },
})

/** What people with the link of an invitation need. */
const linkRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth/invitation', tags: ['Users'] }).use(endpoints(ctx)).post(
    '',
    async ({ body, guess }) => {
      const { email } = await guess(undefined, () => openInvitation(ctx, body.token))
      return ok({ data: { email } })
    },
    { guarded: true, publicAccess: true, body: secret, detail: docs.openInvitation },
  )

/** What administrators do with invitations. */
const administrationRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/invitations', tags: ['Users'] })
    .use(endpoints(ctx))
    .get(
      '',
      async ({ query }) => {
        const page = parsePageRequest(query, PAGE_SIZES)
        const { rows, total } = await readInvitations(ctx, page)
        const now = ctx.clock.now()
        const invitations = rows.map((row) => presentInvitation(row, now))
        return paginated({ data: { invitations } }, paginationOf(page, total))
      },
      {
        access: { scope: 'users:read', role: 'admin' },
        query: listQuery,
        detail: docs.listInvitations,
      },
    )
    .post(
      '',
      async ({ caller, body, set, status }) => {
        const sent = await invite(ctx, caller, body)
        Object.assign(set.headers, NO_STORE)
        return status(201, created({ data: present(ctx, sent) }))
      },
      {
        limited: true,
        access: { scope: 'users:write', role: 'admin' },
        body: input,
        detail: docs.createInvitation,
      },
    )
    .post(
      '/:invitation_id/resend',
      async ({ caller, params, set }) => {
        const sent = await resendInvitation(ctx, caller, params.invitation_id)
        Object.assign(set.headers, NO_STORE)
        return ok({ data: present(ctx, sent) })
      },
      {
        limited: true,
        access: { scope: 'users:write', role: 'admin' },
        params: invitationParams,
        detail: docs.resendInvitation,
      },
    )
    .delete(
      '/:invitation_id',
      async ({ caller, params }) => {
        await revokeInvitation(ctx, caller, params.invitation_id)
        return noContent()
      },
      {
        access: { scope: 'users:write', role: 'admin' },
        params: invitationParams,
        detail: docs.revokeInvitation,
      },
    )

/** Invitations to register. */
export const invitationRoutes = (ctx: AppContext) =>
  new Elysia().use(administrationRoutes(ctx)).use(linkRoutes(ctx))

const present = (
  { clock }: AppContext,
  { invitation: row, link }: Awaited<ReturnType<typeof invite>>,
) => ({ invitation: presentInvitation(row, clock.now()), link: link ?? null })
