import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { identify } from '@/auth/identify'
import { openDatabase } from '@/db/open'
import type { UserRow } from '@/db/queries/users'
import { writeTo } from '@/db/transact'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { newTestFolder } from '../support/folder'
import { aThirdPartyToken } from '../support/oauth2'
import { PREPARED_DATABASE } from '../support/prepared-database'
import { aToken } from '../support/tokens'

const SCOPE = 'workouts:read'
type Ctx = ReturnType<typeof startServer>['ctx']

const KINDS: Record<string, (ctx: Ctx, user: UserRow) => Promise<string>> = {
  'a session': async ({ sessions }, { id, session_epoch }) => sessions.issue(id, session_epoch),
  'a personal token': (ctx, user) => aToken(ctx, user, SCOPE),
  'a token of an application': (ctx, user) => aThirdPartyToken(ctx, user, SCOPE),
}

/** More turns of promises than it takes to let a caller in, or to change an account. */
const TURNS = 40

test.each(Object.entries(KINDS))(
  '%s is not remembered as good when its account is closed while it is looked up',
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
