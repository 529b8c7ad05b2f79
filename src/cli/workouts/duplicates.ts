import type { Command } from 'commander'
import { kindOf } from '@/cli/exit-codes'
import type { Io } from '@/cli/io'
import {
  inPlainWords,
  loadCommandConfig,
  OWNER,
  requireNamedUser,
  withContext,
  withDataDir,
} from '@/cli/options'
import { printDone, printResult } from '@/cli/output'
import { Failure } from '@/lib/failure'
import type { Caller } from '@/policy/caller'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import { undoImport } from '@/use-cases/imports/tasks/undo-import'
import {
  dismissPair,
  mergePair,
  readDuplicates,
} from '@/use-cases/workouts/write/resolve-duplicates'

const PER_PAGE = 50

/** Adds the commands that resolve duplicate workouts and undo imports. */
export function addDuplicates(workouts: Command, io: Io): void {
  withDataDir(workouts.command('duplicates'))
    .description('list possible duplicates among the workouts of a user, or resolve a pair')
    .requiredOption(...OWNER)
    .option('--merge <ids...>', 'two ids: merge them into the first')
    .option('--dismiss <ids...>', 'two ids: they are not duplicates')
    .action((options: Options) =>
      withContext(loadCommandConfig({ ...options }, io), ({ ctx }) =>
        resolve(ctx, options, io).catch(inPlainWords),
      ),
    )
  withDataDir(workouts.command('undo-import'))
    .description('undo an import')
    .requiredOption(...OWNER)
    .requiredOption('--id <id>', 'id of the import')
    .action((options: { user: string; id: string }) =>
      withContext(loadCommandConfig({ ...options }, io), async ({ ctx }) => {
        const caller = asCaller(await requireNamedUser(ctx, options.user))
        const undone = await undoImport(ctx, caller, options.id).catch((error) => {
          if (kindOf(error) !== 'notFound') return inPlainWords(error)
          throw new Failure(
            'notFound',
            `There is no import ${options.id} of ${options.user}: the last line of an import names its id.`,
          )
        })
        const { removed, restored, left } = undone
        printDone(io, { removed, restored, left }, [
          `Removed workouts: ${removed}.`,
          ...(restored > 0 ? [`Restored workouts: ${restored}.`] : []),
          ...(left > 0 ? [`Not undone, the report says why: ${left}.`] : []),
        ])
      }),
    )
}

interface Options {
  user: string
  merge?: string[]
  dismiss?: string[]
}

async function resolve(ctx: AppContext, { user, merge, dismiss }: Options, io: Io): Promise<void> {
  const caller = asCaller(await requireNamedUser(ctx, user))
  if (merge) {
    await mergePair(ctx, caller, pairOf(merge))
    printDone(io, { merged: merge }, [])
  } else if (dismiss) {
    await dismissPair(ctx, caller, pairOf(dismiss))
    printDone(io, { dismissed: dismiss }, [])
  } else await list(ctx, caller, io)
}

async function list(ctx: AppContext, caller: Caller, io: Io): Promise<void> {
  const page = { page: 1, perPage: PER_PAGE }
  const { duplicates, total } = await readDuplicates(ctx, caller, { page })
  const pairs = duplicates.map(({ isSameFile, workouts }) => ({
    same_file: isSameFile,
    workouts: workouts.map(({ workout: { short_id, title } }) => ({ id: short_id, title })),
  }))
  printResult(io, { total, duplicates: pairs }, [
    ...pairs.map(
      ({ same_file, workouts }) =>
        `${workouts.map(({ id, title }) => `${id} '${title}'`).join(' = ')}${same_file ? ' (same file)' : ''}`,
    ),
    `Possible duplicates: ${total}.`,
  ])
}

function pairOf([keep, other, ...more]: readonly string[]) {
  if (keep === undefined || other === undefined || more.length > 0)
    throw new Failure(
      'usage',
      'Name the ids of two workouts, such as --merge ID ID: without options, the command lists them.',
    )
  return { keep, other }
}
