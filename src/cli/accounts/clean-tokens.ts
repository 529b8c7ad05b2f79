import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, parseDays, withContext, withDataDir } from '@/cli/options'
import { printDone } from '@/cli/output'
import { DAY } from '@/lib/time/clock'
import { deleteInBatches } from '@/store/db/delete-in-batches'
import { deleteExpiredTokens } from '@/store/db/queries/accounts/blacklisted-tokens'

export function addCleanTokens(users: Command, io: Io): void {
  withDataDir(users.command('clean-tokens').alias('clean_tokens'))
    .description('delete revoked session tokens that expired long ago')
    .requiredOption('--days <number>', 'days since they expired', parseDays)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const before = ctx.clock.now() - options.days * DAY
        const deleted = await deleteInBatches(ctx, (db, limit) =>
          deleteExpiredTokens(db, before, limit),
        )
        printDone(io, { deleted_tokens: deleted }, [`Blacklisted tokens deleted: ${deleted}.`])
      }),
    )
}
