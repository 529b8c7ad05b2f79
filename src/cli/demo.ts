import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import { systemClock } from '@/lib/time/clock'
import { createContext } from '@/services/create-context'
import { countUsers } from '@/store/db/queries/accounts/users'
import { migrateAlone } from './database/lock-data-folder'
import { fillDemo, requireDemoPassword } from './demo/fill'
import type { Io } from './io'
import { loadCommandConfig, loggingToStandardError, withDataDir } from './options'
import { printResult } from './output'
import { progressOn } from './progress'

interface DemoOptions {
  password?: string | undefined
  until?: string
  days: number
}

/** Addresses of the accounts to try first. */
const ACCOUNTS = ['alex@example.org', 'priya@example.org', 'mia@example.org']

/** The moderation case begins nine days before the end and needs earlier workouts to comment on. */
const MIN_DAYS = 14

export function addDemo(program: Command, io: Io): void {
  withDataDir(program.command('demo'))
    .description('fill an empty server with a year of made-up data of five people')
    .option('--password <password>', 'password of all of them (default: a random one, printed)')
    .option('--until <day>', 'last day of the year, YYYY-MM-DD (default: today)')
    .option('--days <number>', `number of days, at least ${MIN_DAYS}`, parseYearLength, 365)
    .action((options) => createDemo(loadCommandConfig(options, io), { ...options, io }))
}

/** Fills the empty server of a configuration and prints the accounts. @throws Failure if it has accounts */
export async function createDemo(
  config: Config,
  { io, password, until, days }: DemoOptions & { io: Io },
): Promise<void> {
  const end = until === undefined ? new Date() : new Date(`${until}T22:00:00Z`)
  if (Number.isNaN(end.getTime()))
    throw new Failure('usage', `'${until}' is not a day: write YYYY-MM-DD.`)
  if (password !== undefined) requireDemoPassword(password, config)
  const time = { now: end.getTime() }
  const clock = { ...systemClock, now: () => time.now }
  const open = createContext(
    loggingToStandardError({ ...config, log: { ...config.log, level: 'error' } }),
    { clock },
  )
  try {
    await migrateAlone(config, open.database)
    if ((await countUsers(open.ctx.db)) > 0)
      throw new Failure(
        'denied',
        'This server already has accounts: a demo needs an empty one, such as --data-dir demo.',
      )
    const chosen = password ?? open.ctx.ids.secret(12)
    const turnClock = (now: number) => {
      time.now = now
    }
    const progress = demoProgress(io)
    await fillDemo({ ctx: open.ctx, password: chosen, end, days, turnClock, progress })
    printResult(io, { accounts: ACCOUNTS, password: chosen }, [
      'The demo is ready. Log in as alex@example.org (owner), priya@example.org (moderator)',
      `or mia@example.org; the password of all of them is ${chosen}`,
    ])
  } finally {
    await open.close()
  }
}

function demoProgress(io: Io) {
  let bar: ReturnType<typeof progressOn> | undefined
  return (done: number, total: number) => {
    io.interruption?.check()
    bar ??= progressOn(io, total)
    bar.show(done, 0)
    if (done === total) bar.end()
  }
}

function parseYearLength(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days < MIN_DAYS)
    throw new InvalidArgumentError(`a whole number of days, ${MIN_DAYS} at least`)
  return days
}
