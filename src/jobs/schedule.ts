import { Cron } from 'croner'
import { forgetDeadTokens } from '@/api/oauth2/service'
import type { AppContext } from '@/context'
import { deleteExpiredTokens } from '@/db/queries/blacklisted-tokens'
import { deleteExpiredPurposeTokens } from '@/db/queries/purpose-tokens'
import { removeOrphanFolders } from '@/storage/user-folders'

interface Chore {
  name: string
  /** Cron text, local time. */
  when: string
  run: (ctx: AppContext) => Promise<unknown>
}

/** Everything the server does by the clock. */
const CHORES: Chore[] = [
  {
    name: 'forget expired sessions',
    when: '17 3 * * *',
    run: (ctx) => deleteExpiredTokens(ctx.db, ctx.clock.now()),
  },
  {
    name: 'forget expired links to a new password',
    when: '23 3 * * *',
    run: (ctx) => deleteExpiredPurposeTokens(ctx.db, ctx.clock.now()),
  },
  {
    name: 'forget expired access of apps',
    when: '26 3 * * *',
    run: forgetDeadTokens,
  },
  {
    name: 'remove files of deleted accounts',
    when: '29 3 * * *',
    run: removeOrphanFolders,
  },
]

/** Starts the clock; a chore that fails is logged and tried again at its next time. */
export function startSchedule(ctx: AppContext): { stop: () => void } {
  const crons = CHORES.map(
    ({ name, when, run }) =>
      new Cron(when, { name, protect: true, unref: true }, async () => {
        await run(ctx).catch((error) => ctx.log.error({ err: error, chore: name }, 'chore failed'))
      }),
  )
  return { stop: () => crons.forEach((cron) => void cron.stop()) }
}
