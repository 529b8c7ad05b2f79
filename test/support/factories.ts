import type { AppContext } from '@/services/context'
import { writeTo } from '@/store/db/connections/transact'
import { insertUser, type NewUser, type UserRow } from '@/store/db/queries/accounts/users'

type Reader = Pick<AppContext, 'db' | 'clock'>

const counter = { made: 0 }

/** An active account; `changes` contains the values that matter to the test. Its password hash matches no password. */
export function aUser({ db, clock }: Reader, changes: Partial<NewUser> = {}): Promise<UserRow> {
  counter.made += 1
  const username = changes.username ?? `user_${counter.made}`
  return writeTo(db, (tx) =>
    insertUser(tx, {
      username,
      email: `${username}@example.com`,
      password_hash: 'none',
      is_active: 1,
      created_at: clock.now(),
      ...changes,
    }),
  )
}

export const anAdmin = (ctx: Reader, changes: Partial<NewUser> = {}) =>
  aUser(ctx, { role: 'admin', ...changes })

export const aModerator = (ctx: Reader, changes: Partial<NewUser> = {}) =>
  aUser(ctx, { role: 'moderator', ...changes })

export const aSuspendedUser = (ctx: Reader, changes: Partial<NewUser> = {}) =>
  aUser(ctx, { suspended_at: ctx.clock.now(), ...changes })

export const anOwner = (ctx: Reader, changes: Partial<NewUser> = {}) =>
  aUser(ctx, { role: 'owner', ...changes })
