import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { identify } from '@/services/auth/identify'
import { openDatabase } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { aThirdPartyToken } from '../support/oauth2'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { aToken } from '../support/tokens'

const SCOPE = 'workouts:read'
type Ctx = ReturnType<typeof startServer>['ctx']

const KINDS: Record<string, (ctx: Ctx, user: UserRow) => Promise<string>> = {
  'a session': async ({ sessions }, { id, session_epoch }) => {
    const token = await sessions.issue(id, session_epoch)
    // Its signature is verified on another thread, which takes longer than the turns; after this it is cached.
    await sessions.verify(token)
    return token
  },
  'a personal token': (ctx, user) => aToken(ctx, user, SCOPE),
  'a token of an application': (ctx, user) => aThirdPartyToken(ctx, user, SCOPE),
}

/** More turns of promises than it takes to identify a caller or to change an account. */
const TURNS = 40

test.each(Object.entries(KINDS))(
  'the caller of %s is not cached when the account is deactivated during the lookup',
  async (_, issue) => {
    const path = join(newTestFolder(), 'milepost.db')
    await Bun.write(path, PREPARED_DATABASE)
    const { ctx } = startServer({}, openDatabase(path))
    const user = await aUser(ctx)
    const setActive = (is_active: 0 | 1) =>
      writeTo(ctx.db, (tx) =>
        tx.updateTable('users').set({ is_active }).where('id', '=', user.id).execute(),
      )
    for (let turns = 0; turns < TURNS; turns++) {
      await setActive(1)
      const header = `Bearer ${await issue(ctx, user)}`
      await setImmediate()
      const closing = setActive(0)
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      await identify(ctx, header, [SCOPE]).catch(() => undefined)
      await closing
      await expect(identify(ctx, header, [SCOPE])).rejects.toThrow()
    }
  },
)
