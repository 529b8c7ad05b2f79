import type { Command } from 'commander'
import type { AppContext } from '@/context'
import { VISIBILITIES, type Visibility } from '@/db/columns'
import { listAllSports, type SportRow } from '@/db/queries/sports'
import { AppError } from '@/errors'
import { batchFromDisk } from '@/use-cases/imports/batch-from-disk'
import { importEach } from '@/use-cases/imports/import-each'
import { equipmentsForNew } from '@/use-cases/workouts/workout-fields'
import { interruptible } from './archives'
import type { Io } from './io'
import {
  configOf,
  invalidSport,
  oneOf,
  requireNamedUser,
  withContext,
  withDataDir,
} from './options'
import { progressOn } from './progress'

export const OWNER = ['--user <name>', 'whose workouts they become'] as const
export const SPORT = '--sport <id or name>'

export function addImport(workouts: Command, io: Io): void {
  withDataDir(workouts.command('import <path>'))
    .description('import the recordings of a folder or an archive for somebody')
    .requiredOption(...OWNER)
    .option(SPORT, 'their sport; without it that of each file, or Cycling (Sport)')
    .option('--accept-partial', 'read what is there of files that end in the middle')
    .option('--visibility <level>', 'public, followers_only or private', oneOf(VISIBILITIES))
    .action((path, options) =>
      withContext(configOf(options, io), async ({ ctx }) => {
        const errors = await importFrom(ctx, path, { io, ...options }).catch(inPlainWords)
        if (errors > 0) throw new Error(`${errors} of the files could not be imported.`)
      }),
    )
}

interface Options {
  io: Io
  user: string
  sport?: string
  visibility?: Visibility
  acceptPartial?: true
}

/** Imports and tells how it went; returns the number of files that could not be used. */
async function importFrom(ctx: AppContext, path: string, options: Options): Promise<number> {
  const { io } = options
  const user = await requireNamedUser(ctx, options.user)
  const data = { workout_visibility: options.visibility ?? null, ...partial(options) }
  const { batch, close } = await batchFromDisk(ctx, path, {
    user,
    data,
    ...(await sportFor(ctx, user.id, options.sport)),
  })
  const total = batch.files.length
  const sport = options.sport ? `as '${batch.prepared.sport?.label}'` : 'as what they are'
  io.out(`Importing ${total} files ${sport} for ${user.username}.`)
  const progress = progressOn(io, total)
  const isStopping = interruptible()
  const errors: string[] = []
  let imported = 0
  const tell = () => progress.show(imported + errors.length, errors.length)
  try {
    await importEach(ctx, batch, {
      shouldContinue: async () => !isStopping(),
      imported: () => {
        imported += 1
        tell()
      },
      refused: ({ name }, message) => {
        errors.push(`${name}: ${message}`)
        tell()
      },
    })
  } finally {
    close()
    progress.end()
    io.out(`Imported workouts: ${imported}.`)
    io.out(`Errored files: ${errors.length}.`)
    for (const line of errors) io.out(` > ${line}`)
    if (isStopping()) io.out(`Interrupted, not looked at: ${total - imported - errors.length}.`)
  }
  return errors.length
}

const partial = ({ acceptPartial }: Options) => (acceptPartial ? { accept_partial: true } : {})

const USUAL_SPORT = 'Cycling (Sport)'

/** The sport of all, with its equipment, or that of those that name none. */
async function sportFor(ctx: AppContext, userId: number, name: string | undefined) {
  if (name === undefined) return { fallback: await requireNamedSport(ctx, USUAL_SPORT) }
  const sport = await requireNamedSport(ctx, name)
  return { sport, equipments: await equipmentsForNew(ctx, userId, { sport, ids: undefined }) }
}

/** @throws when there is no sport of this number or name. */
export async function requireNamedSport(ctx: AppContext, text: string): Promise<SportRow> {
  const sports = await listAllSports(ctx.db)
  const wanted = text.toLowerCase()
  const sport = sports.find(
    ({ id, label }) => String(id) === text || label.toLowerCase() === wanted,
  )
  if (!sport) throw invalidSport(text)
  return sport
}

/** What a client would be told, for people. */
function inPlainWords(error: unknown): never {
  if (error instanceof AppError && 'message' in error.body)
    throw new Error(String(error.body.message))
  throw error
}
