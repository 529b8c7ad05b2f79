import { Elysia, t } from 'elysia'
import { NO_STORE } from '@/lib/errors'
import { validatedLater } from '@/server/http/documented-input'
import { endpoints } from '@/server/http/endpoints'
import { operations } from '@/server/http/operation'
import { newTimezone, newUsername } from '@/server/http/parameters/account-fields'
import { created, createdResponse } from '@/server/http/responses/envelope'
import { presentUserDetail, userDetail } from '@/server/responses/accounts/user'
import { nullable, text } from '@/server/responses/fields'
import type { AppContext } from '@/services/context'
import {
  createMember,
  FIRST_PASSWORD_DAYS,
  NEW_ROLES,
} from '@/use-cases/accounts/registration/create-member'

/** An account that an administrator creates. */
const newMember = t.Object({
  username: newUsername,
  email: text('The email address.'),
  role: t.Optional(
    t.Unsafe<(typeof NEW_ROLES)[number]>(
      t.Union(
        NEW_ROLES.map((role) => t.Literal(role)),
        { description: 'The role, `user` by default.' },
      ),
    ),
  ),
  password: t.Optional(
    nullable(text('At least 8 characters, and not too common; absent or null: see above.')),
  ),
  language: t.Optional(validatedLater(text('Language code; English if it is unknown.'))),
  timezone: newTimezone,
})

const newUser = createdResponse({
  data: t.Object({
    password: nullable(
      text('The random password, which is returned only here; null if there is none.'),
    ),
    user: userDetail,
  }),
})

const docs = operations({
  createUser: {
    summary: 'Create an account for someone',
    description: `Creates an active account, regardless of the registration mode and the maximum number of accounts. Without a password, the user is emailed a link to choose one, valid for ${FIRST_PASSWORD_DAYS} days; if the server sends no email, the account gets a random password, which is returned. Administrators are appointed by changing the role of an account.`,
    responses: { 201: newUser },
    errors: {
      400: 'The username is taken, or username, email address, password or role is invalid; `message` then has a line for each error.',
      403: 'The caller is not an administrator.',
    },
  },
})

/** Accounts that administrators create. */
export const newUserRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/users', tags: ['Users'] }).use(endpoints(ctx)).post(
    '',
    async ({ caller, body, dialect, set, status }) => {
      const { view, password } = await createMember(ctx, caller, body)
      Object.assign(set.headers, NO_STORE)
      return status(201, created({ data: { password, user: presentUserDetail(view, dialect) } }))
    },
    {
      limited: true,
      access: { scope: 'users:write', role: 'admin' },
      body: newMember,
      detail: docs.createUser,
    },
  )
