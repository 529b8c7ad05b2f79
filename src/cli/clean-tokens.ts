import { type Command, InvalidArgumentError } from 'commander'
import { deleteInLots } from '@/db/delete-in-lots'
import { deleteExpiredTokens } from '@/db/queries/blacklisted-tokens'
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
        const deleted = await deleteInLots(ctx, (db, most) => deleteExpiredTokens(db, before, most))
        io.out(`Blacklisted tokens deleted: ${deleted}.`)
      }),
    )
}
