import type { NewUser, UserRow } from '@/store/db/queries/accounts/users'
import type { TestServer } from './app'
import { aUser } from './factories'

/** The password of `aPerson`. */
export const PASSWORD = 'correct horse 42'

/** An active account that can log in with `PASSWORD`. */
export const aPerson = async (
  { ctx }: Pick<TestServer, 'ctx'>,
  changes: Partial<NewUser> = {},
): Promise<UserRow> => aUser(ctx, { password_hash: await ctx.passwords.hash(PASSWORD), ...changes })

export const invalidPayload = {
  status: 400,
  body: { message: 'invalid payload', status: 'error' },
}
export const unknownUrl = {
  status: 404,
  body: { message: 'the requested URL was not found on the server', status: 'not found' },
}
export const noToken = {
  status: 401,
  body: { message: 'provide a valid auth token', status: 'error' },
}
export const suspended = {
  status: 403,
  body: { message: 'you do not have permissions, your account is suspended', status: 'error' },
}
export const badCredentials = {
  status: 401,
  body: { message: 'invalid credentials', status: 'error' },
}

/** Bodies that are not an object with values. */
export const INVALID_BODIES = ['', '{', '{}', '[]', '[1, 2]', 'null', '"text"', '1']
