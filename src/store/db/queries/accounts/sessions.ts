import { type Placeholders, prepared } from '@/store/db/connections/cached-queries'
import type { Db } from '@/store/db/connections/open'

/** The parts of a session token that identify the session. */
export interface SessionKey {
  userId: number
  epoch: number
  /** Digest of the token. */
  digest: string
}

const sessionUser = prepared((db, session: Placeholders<{ userId: number; digest: string }>) =>
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

/** Finds the user of a session that has not been ended, individually or with all others. */
export async function findSession(db: Db, { userId, epoch, digest }: SessionKey) {
  const user = await sessionUser.first(db, { userId, digest })
  return user?.session_epoch === epoch || user?.kept_session_hash === digest ? user : undefined
}
