import type { Db } from '@/db/open'
import { prepared, type Slots } from '@/db/prepared'

/** A session token as it was read. */
export interface SessionKey {
  userId: number
  epoch: number
  /** Of the token. */
  digest: string
}

const sessionUser = prepared((db, session: Slots<{ userId: number; digest: string }>) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'role', 'is_active', 'suspended_at', 'timezone'])
    .select(['session_epoch', 'kept_session_hash'])
    .where('id', '=', session.userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blacklisted_tokens')
            .select('token_hash')
            .where('token_hash', '=', session.digest),
        ),
      ),
    ),
)

/** The user of a session that has not been ended, neither alone nor with all others. */
export async function findSession(db: Db, { userId, epoch, digest }: SessionKey) {
  const user = await sessionUser.first(db, { userId, digest })
  return user?.session_epoch === epoch || user?.kept_session_hash === digest ? user : undefined
}
