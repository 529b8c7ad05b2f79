import type { Command } from 'commander'
import { asCaller } from '@/auth/as-caller'
import type { AppContext } from '@/context'
import { undoImport } from '@/use-cases/imports/undo-import'
import { dismissPair, mergePair, readDuplicates } from '@/use-cases/workouts/judge-duplicates'
import type { Io } from './io'
import {
  configOf,
  inPlainWords,
  OWNER,
  requireNamedUser,
  withContext,
  withDataDir,
} from './options'

const PER_PAGE = 50

/** Commands about what is there twice, and about taking an import back. */
export function addDuplicates(workouts: Command, io: Io): void {
  withDataDir(workouts.command('duplicates'))
    .description("list somebody's workouts that may be there twice, or judge a pair")
    .requiredOption(...OWNER)
    .option('--merge <ids...>', 'two ids: make one of them, the first stays')
    .option('--dismiss <ids...>', 'two ids: they are not one')
    .action((options: Options) =>
      withContext(configOf({ ...options }, io), ({ ctx }) =>
        judge(ctx, options, io).catch(inPlainWords),
      ),
    )
  withDataDir(workouts.command('undo-import'))
    .description('take back what an import made')
    .requiredOption(...OWNER)
    .requiredOption('--id <id>', 'id of the import')
    .action((options: { user: string; id: string }) =>
      withContext(configOf({ ...options }, io), async ({ ctx }) => {
        const caller = asCaller(await requireNamedUser(ctx, options.user))
        const undone = await undoImport(ctx, caller, options.id).catch(inPlainWords)
        io.out(`Removed workouts: ${undone.removed}.`)
        if (undone.restored > 0) io.out(`Restored workouts: ${undone.restored}.`)
        if (undone.left > 0) io.out(`Not undone, the report says why: ${undone.left}.`)
      }),
    )
}

interface Options {
  user: string
  merge?: string[]
  dismiss?: string[]
}

async function judge(ctx: AppContext, { user, merge, dismiss }: Options, io: Io): Promise<void> {
  const caller = asCaller(await requireNamedUser(ctx, user))
  if (merge) await mergePair(ctx, caller, pairOf(merge))
  else if (dismiss) await dismissPair(ctx, caller, pairOf(dismiss))
  else {
    const { duplicates, total } = await readDuplicates(ctx, caller, {
      page: { page: 1, perPage: PER_PAGE },
    })
    for (const { isSameFile, workouts } of duplicates)
      io.out(
        `${workouts.map(({ workout }) => `${workout.short_id} '${workout.title}'`).join(' = ')}${isSameFile ? ' (same file)' : ''}`,
      )
    io.out(`Possible duplicates: ${total}.`)
  }
}

function pairOf([keep, other, ...more]: readonly string[]) {
  if (keep === undefined || other === undefined || more.length > 0)
    throw new Error('Name the ids of two workouts.')
  return { keep, other }
}
