import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, parseDays, withContext, withDataDir } from '@/cli/options'
import { printDone } from '@/cli/output'
import { cleanTokens } from '@/use-cases/apps/clean-tokens'

export function addOauth2Commands(program: Command, io: Io): void {
  const oauth2 = program.command('oauth2').description('manage the access of third-party apps')
  withDataDir(oauth2.command('clean'))
    .description('delete tokens that expired long ago')
    .requiredOption('--days <number>', 'days since their access expired', parseDays)
    .action((options) =>
      withContext(loadCommandConfig(options, io), async ({ ctx }) => {
        const deleted = await cleanTokens(ctx, options.days)
        printDone(io, { deleted_tokens: deleted }, [`Expired deleted tokens: ${deleted}.`])
      }),
    )
}
