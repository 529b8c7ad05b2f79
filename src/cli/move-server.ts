import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Config } from '@/config/config'
import type { AppContext } from '@/context'
import { pagesById } from '@/db/pages-by-id'
import {
  findServerMove,
  listMoveFindings,
  listMoveSteps,
  type MoveFinding,
  type ServerMoveStepRow,
} from '@/db/queries/server-moves'
import { countUsers } from '@/db/queries/users'
import { csvOf } from '@/lib/csv'
import { openSnapshot } from '@/postgres/snapshot'
import { examineServer, moveServer } from '@/use-cases/former-server/move-server'
import { interruptible } from './archives'
import type { Io } from './io'
import { configOf, requirePlaceFor, withContext, withDataDir, withNewContext } from './options'
import { progressOn } from './progress'

interface Options {
  database: string
  uploads: string
  dryRun?: true
  report?: string
}

export function addMoveServer(command: Command, io: Io): void {
  withDataDir(command.command('fittrackee-server'))
    .description('move a whole FitTrackee server (1.2 or 1.3) into an empty data folder')
    .requiredOption(
      '--database <url>',
      'its PostgreSQL, postgresql://user:password@host:5432/fittrackee (PGPASSWORD is read, too)',
    )
    .requiredOption('--uploads <folder>', 'its folder uploads')
    .option('--dry-run', 'only tell what would be moved')
    .option('--report <file.csv>', 'write what was not moved, or is not as it was')
    .action((options: Options) => run(configOf({ ...options }, io), options, io))
}

async function run(config: Config, options: Options, io: Io): Promise<void> {
  if (options.report) requirePlaceFor(options.report)
  if (!options.dryRun) {
    // Nothing is made for a server that cannot be moved.
    if (!existsSync(config.databaseFile)) await examine(options, io)
    return withNewContext(config, ({ ctx }) => move(ctx, options, io))
  }
  if (await hasAccounts(config))
    io.out('There are accounts here already: the move itself would be refused.')
  const folder = mkdtempSync(join(tmpdir(), 'milepost-dry-run-'))
  const elsewhere = {
    dataDir: folder,
    databaseFile: join(folder, 'milepost.db'),
    uploadsDir: join(folder, 'uploads'),
    bucket: undefined,
  }
  try {
    await withNewContext({ ...config, ...elsewhere }, ({ ctx }) => move(ctx, options, io))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function examine({ database, uploads }: Options, io: Io): Promise<void> {
  const snapshot = await openSnapshot(database, io.env.PGPASSWORD)
  await examineServer({ snapshot, uploads }).finally(() => snapshot.close())
}

/** Whether somebody is here already; nothing is made of a folder that is still empty. */
const hasAccounts = async (config: Config) =>
  existsSync(config.databaseFile) &&
  (await withContext(config, ({ ctx }) => countUsers(ctx.db))) > 0

async function move(ctx: AppContext, options: Options, io: Io): Promise<void> {
  // The report of a move that is over can be had again.
  if ((await findServerMove(ctx.db))?.finished_at) await tell(ctx, options, io)
  const snapshot = await openSnapshot(options.database, io.env.PGPASSWORD)
  const isStopping = interruptible()
  let progress: ReturnType<typeof progressOn> | undefined
  try {
    const isFinished = await moveServer(ctx, {
      snapshot,
      uploads: options.uploads,
      isDryRun: options.dryRun === true,
      mayGoOn: () => !isStopping(),
      told: (done, total, missed) => {
        progress ??= progressOn(io, Math.max(1, total))
        progress.show(done, missed)
      },
    })
    progress?.end()
    await tell(ctx, options, io)
    if (!isFinished) throw new Error('Interrupted: the same command goes on from here.')
  } finally {
    await snapshot.close()
  }
}

/** Findings that are told at the terminal; all of them are in the report. */
const MOST_TOLD = 50
const ROWS_AT_ONCE = 500
const COLUMNS = ['step', 'subject', 'result', 'detail'] as const

async function tell(ctx: AppContext, { report }: Options, io: Io): Promise<void> {
  for (const step of await listMoveSteps(ctx.db)) if (step.total > 0) io.out(lineOf(step))
  const counts = new Map<MoveFinding['result'], number>()
  const lines = [csvOf([COLUMNS])]
  let told = 0
  for await (const finding of findingsOf(ctx)) {
    const { step, subject, result, detail } = finding
    counts.set(result, (counts.get(result) ?? 0) + 1)
    if (report) lines.push(csvOf([COLUMNS.map((column) => finding[column])]))
    if (result !== 'failed' || told >= MOST_TOLD) continue
    told += 1
    io.out(` > ${step}, ${subject}: ${detail}`)
  }
  for (const result of ['failed', 'left out', 'differs'] as const)
    io.out(`${result}: ${counts.get(result) ?? 0}`)
  if (report) writeFileSync(report, lines.join(''))
}

const lineOf = ({ step, total, moved, missed }: ServerMoveStepRow) =>
  `${step}: ${moved} of ${total}${missed > 0 ? `, not: ${missed}` : ''}`

async function* findingsOf({ db }: AppContext): AsyncGenerator<MoveFinding> {
  const read = (after: number) => listMoveFindings(db, { after, limit: ROWS_AT_ONCE })
  for await (const rows of pagesById(read)) yield* rows
}
