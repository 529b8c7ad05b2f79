import { type Command, Option } from 'commander'
import type { Io } from '@/cli/io'
import { loadCommandConfig, withContext, withDataDir } from '@/cli/options'
import { isoTime, printResult } from '@/cli/output'
import { ROLES } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { listUsersWithTwoFactor } from '@/store/db/queries/accounts/two-factor'
import { DIRECTORY_STATES, listDirectory } from '@/store/db/queries/accounts/user-directory'
import { loadUsers, type UserRow } from '@/store/db/queries/accounts/users'
import { countWorkouts } from '@/store/db/queries/workouts/workout-totals'

interface Options {
  role?: (typeof ROLES)[number]
  state?: (typeof DIRECTORY_STATES)[number]
  search?: string
}

/** Accounts that are loaded together. */
const PER_PAGE = 500

/** Adds the command that lists accounts, also hidden and inactive ones. */
export function addListUsers(users: Command, io: Io): void {
  withDataDir(users.command('list'))
    .description('list accounts: name, email address, role, state, workouts, last use')
    .addOption(new Option('--role <role>', 'only those with a role').choices(ROLES))
    .addOption(new Option('--state <state>', 'only those in a state').choices(DIRECTORY_STATES))
    .option('--search <text>', 'only those whose name or email address contains a text')
    .action((options: Options) =>
      withContext(loadCommandConfig({ ...options }, io), async ({ ctx }) => {
        const rows = await listAll(ctx, options)
        printResult(io, { users: rows }, rows.map(lineOf))
      }),
    )
}

const stateOf = ({ is_active, suspended_at }: UserRow): string =>
  suspended_at === null ? (is_active === 1 ? 'active' : 'inactive') : 'suspended'

async function listAll({ db }: AppContext, { role, state, search = '' }: Options) {
  const all = { withFollowed: true, withHidden: true, withInactive: true, withSuspended: true }
  const request = { ...all, role, state, search, inEmails: true, viewerId: 0, perPage: PER_PAGE }
  const listed: ListedUser[] = []
  for (let page = 1; ; page++) {
    const order = { orderBy: 'username', order: 'asc' } as const
    const { ids, total } = await listDirectory(db, { ...request, ...order, page })
    listed.push(...(await describeUsers({ db }, ids)))
    if (listed.length >= total || ids.length === 0) return listed
  }
}

async function describeUsers({ db }: Pick<AppContext, 'db'>, ids: readonly number[]) {
  const users = await loadUsers(db, ids)
  const withTwoFactor = await listUsersWithTwoFactor(db, ids)
  const described = ids.map(async (id) => {
    const user = users.get(id)
    if (!user) return []
    const { workouts } = await countWorkouts(db, { userId: id, sportId: undefined })
    return {
      username: user.username,
      email: user.email,
      role: user.role,
      state: stateOf(user),
      workouts,
      storage_bytes: user.storage_bytes,
      two_factor: withTwoFactor.has(id),
      created_at: isoTime(user.created_at),
      last_seen: user.last_seen_on,
    }
  })
  return (await Promise.all(described)).flat()
}

type ListedUser = Awaited<ReturnType<typeof describeUsers>>[number]

const lineOf = ({ username, email, role, state, workouts, last_seen }: ListedUser) =>
  [username, email, role, state, workouts, last_seen ?? 'never'].join('\t')
