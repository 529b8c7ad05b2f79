import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import {
  loadCommandConfig,
  requirePlaceFor,
  withContext,
  withDataDir,
  withNewContext,
} from '@/cli/options'
import { printResult } from '@/cli/output'
import { progressOn } from '@/cli/progress'
import { interruptible } from '@/cli/workouts/archives'
import { type Config, NO_QUOTAS } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import { formatCsv } from '@/lib/text/csv'
import type { AppContext } from '@/services/context'
import { openSnapshot } from '@/services/postgres/snapshot'
import { rowsById } from '@/store/db/pages-by-id'
import { countUsers } from '@/store/db/queries/accounts/users'
import {
  findServerMove,
  listMoveFindings,
  listMoveSteps,
  type MoveFinding,
  type ServerMoveStepRow,
} from '@/store/db/queries/tasks/server-migrations'
import { examineServer, migrateServer } from '@/use-cases/server-migration/move-server'

interface Options {
  database: string
  uploads: string
  dryRun?: true
  report?: string
}

export function addMoveServer(command: Command, io: Io): void {
  withDataDir(command.command('fittrackee-server'))
    .description('migrate a whole FitTrackee server (1.2 or 1.3) into an empty data folder')
    .requiredOption(
      '--database <url>',
      'its PostgreSQL, postgresql://user:password@host:5432/fittrackee (PGPASSWORD is read, too)',
    )
    .requiredOption('--uploads <folder>', 'its folder uploads')
    .option('--dry-run', 'only print what would be migrated')
    .option('--report <file.csv>', 'write what was not migrated, or differs, to a file')
    .action((options: Options) =>
      run({ ...loadCommandConfig({ ...options }, io), quotas: NO_QUOTAS }, options, io),
    )
}

async function run(config: Config, options: Options, io: Io): Promise<void> {
  if (options.report) requirePlaceFor(options.report)
  if (!options.dryRun) {
    // Checks the source server before a database is created, so that a server that cannot be migrated leaves no files.
    if (!existsSync(config.databaseFile)) await examine(options, io)
    return withNewContext(config, ({ ctx }) => move(ctx, options, io))
  }
  if (await hasAccounts(config))
    io.out('This server already has accounts: the migration itself would be rejected.')
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

/** Whether the data folder has accounts. Does not create a database when there is none. */
const hasAccounts = async (config: Config) =>
  existsSync(config.databaseFile) &&
  (await withContext(config, ({ ctx }) => countUsers(ctx.db))) > 0

async function move(ctx: AppContext, options: Options, io: Io): Promise<void> {
  // Running the command again after a finished migration prints its report.
  if ((await findServerMove(ctx.db))?.finished_at) await printReport(ctx, options, io)
  const snapshot = await openSnapshot(options.database, io.env.PGPASSWORD)
  const isStopping = interruptible(io)
  let progress: ReturnType<typeof progressOn> | undefined
  try {
    const isFinished = await migrateServer(ctx, {
      snapshot,
      uploads: options.uploads,
      isDryRun: options.dryRun === true,
      shouldContinue: () => !isStopping(),
      onProgress: (done, total, missed) => {
        progress ??= progressOn(io, Math.max(1, total))
        progress.show(done, missed)
      },
    })
    progress?.end()
    const failed = await printReport(ctx, options, io)
    if (!isFinished) throw new Error('Interrupted: run the same command again to continue.')
    if (failed > 0)
      throw new Failure(
        'partlyDone',
        `${failed} could not be migrated: the reasons are above, and with --report in a file.`,
      )
  } finally {
    await snapshot.close()
  }
}

/** How many failures are printed; the report lists all of them. */
const MAX_REPORTED = 50
const ROWS_AT_ONCE = 500
const COLUMNS = ['step', 'subject', 'result', 'detail'] as const

/** Prints the results. Returns the number of items that could not be migrated. */
async function printReport(ctx: AppContext, { report }: Options, io: Io): Promise<number> {
  const steps = (await listMoveSteps(ctx.db)).filter(({ total }) => total > 0)
  const counts = new Map<MoveFinding['result'], number>()
  const lines = [formatCsv([COLUMNS])]
  const failures: Pick<MoveFinding, 'step' | 'subject' | 'detail'>[] = []
  for await (const finding of listFindings(ctx)) {
    const { step, subject, result, detail } = finding
    counts.set(result, (counts.get(result) ?? 0) + 1)
    if (report) lines.push(formatCsv([COLUMNS.map((column) => finding[column])]))
    if (result === 'failed' && failures.length < MAX_REPORTED)
      failures.push({ step, subject, detail })
  }
  if (report) writeFileSync(report, lines.join(''))
  const countOf = (result: MoveFinding['result']) => counts.get(result) ?? 0
  printResult(
    io,
    {
      steps: steps.map(({ step, total, moved, missed }) => ({ step, total, moved, missed })),
      ...{ failed: countOf('failed'), left_out: countOf('left out'), differs: countOf('differs') },
      failures,
    },
    [
      ...steps.map(lineOf),
      ...failures.map(({ step, subject, detail }) => ` > ${step}, ${subject}: ${detail}`),
      ...RESULTS.map((result) => `${result}: ${countOf(result)}`),
    ],
  )
  return countOf('failed')
}

const RESULTS = ['failed', 'left out', 'differs'] as const

const lineOf = ({ step, total, moved, missed }: ServerMoveStepRow) =>
  `${step}: ${moved} of ${total}${missed > 0 ? `, not: ${missed}` : ''}`

const listFindings = ({ db }: AppContext): AsyncGenerator<MoveFinding> =>
  rowsById((after) => listMoveFindings(db, { after, limit: ROWS_AT_ONCE }))
