import { type Command, InvalidArgumentError } from 'commander'
import { deleteExpiredTokens } from '@/db/queries/blacklisted-tokens'
import { transact } from '@/db/transact'
import { DAY } from '@/lib/clock'
import type { Io } from './io'
import { configOf, withContext, withDataDir } from './options'

/** Reads a whole number of days. */
export function wholeDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number of days.')
  return Number(text)
}

export function addCleanTokens(users: Command, io: Io): void {
  withDataDir(users.command('clean_tokens').alias('clean-tokens'))
    .description('forget ended sessions that have expired long ago')
    .requiredOption('--days <number>', 'days since they expired', wholeDays)
    .action((options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const before = ctx.clock.now() - options.days * DAY
        const deleted = await transact(ctx, ({ db }) => deleteExpiredTokens(db, before))
        io.out(`Blacklisted tokens deleted: ${deleted}.`)
      }),
    )
}
