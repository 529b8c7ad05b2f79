import { type Command, Option } from 'commander'
import { ROLES } from '@/caller'
import { createAccount, requireCredentials } from '@/use-cases/accounts/create-account'
import { editAccount } from '@/use-cases/accounts/edit-account'
import { addCleanTokens } from './clean-tokens'
import { addExportCommands } from './exports'
import type { Io } from './io'
import { configOf, withContext, withDataDir, withNewContext } from './options'

export function addUserCommands(program: Command, io: Io): void {
  const users = program.command('users').description('manage accounts')
  withDataDir(users.command('create <username>'))
    .description('create an active account')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <password>', 'password (default: a random one, printed)')
    .option('--lang <code>', 'language of the interface', 'en')
    .option('--tz <name>', 'time zone', 'Europe/Paris')
    .addOption(new Option('--role <role>', 'role').choices(ROLES).default('user'))
    .action((username, options) => {
      const config = configOf(options, io)
      requireCredentials({ username, ...options }, config)
      return withNewContext(config, async ({ ctx }) => {
        const lines = await createAccount(ctx, { username, ...options })
        for (const line of lines) io.out(line)
      })
    })
  withDataDir(users.command('update <username>'))
    .description('change an account')
    .addOption(new Option('--set-role <role>', 'new role').choices(ROLES))
    .option('--activate', 'activate the account')
    .option('--reset-password', 'set a random password and print it')
    .option('--update-email <address>', 'new e-mail address, without confirmation')
    .action((username, options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const lines = await editAccount(ctx, username, options)
        for (const line of lines) io.out(line)
      }),
    )
  addCleanTokens(users, io)
  addExportCommands(users, io)
}
