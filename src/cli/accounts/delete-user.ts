import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, requireNamedUser, withContext, withDataDir } from '@/cli/options'
import { printDone } from '@/cli/output'
import { Failure } from '@/lib/failure'
import { formatFileSize } from '@/lib/files/file-size'
import type { AppContext } from '@/services/context'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { deleteAccount } from '@/use-cases/accounts/delete-user'
import { type AccountUse, getStorageUse } from '@/use-cases/accounts/get-storage-use'

/** Adds the command that deletes an account after a confirmation. */
export function addDeleteUser(users: Command, io: Io): void {
  withDataDir(users.command('delete <username>'))
    .description('delete an account with all its data; asks before')
    .option('-y, --yes', 'do not ask')
    .action((username: string, options: { yes?: true }) =>
      withContext(loadCommandConfig({ ...options }, io), async ({ ctx }) => {
        const user = await requireNamedUser(ctx, username)
        const { used } = await getStorageUse(ctx, user.id)
        if (!options.yes) requireConfirmation(io, user, used)
        await deleteAccount(ctx, 'command', user.username)
        const deleted = { username: user.username, email: user.email, ...used }
        printDone(io, { deleted }, [
          `User '${user.username}' is deleted, with ${contentOf(used)}.`,
          ...whereCopiesRemain(ctx),
        ])
      }),
    )
}

type Use = AccountUse['used']

const contentOf = ({ workouts, files, bytes }: Use) =>
  `${workouts} workouts and ${files} files (${formatFileSize(bytes)})`

function requireConfirmation(io: Io, { username, email, role }: UserRow, used: Use): void {
  io.note(
    `This deletes the account of ${username} (${email}, ${role}) with ${contentOf(used)}. It cannot be undone.`,
  )
  if (io.confirm(`Delete the account ${username}?`)) return
  throw new Failure('denied', 'Nothing was deleted. To delete it without a question, add --yes.')
}

/** Deletions do not change backups, which must be able to restore what was lost. */
const whereCopiesRemain = ({ config }: AppContext): string[] => [
  `Backups and copies of the database that were made before still contain it, such as those in ${config.dataDir}/backups.`,
]
