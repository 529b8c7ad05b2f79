import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { asCaller } from '@/auth/as-caller'
import type { AppContext } from '@/context'
import type { UploadData } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import { hasOpenTask } from '@/db/queries/user-tasks'
import type { UserRow } from '@/db/queries/users'
import { AppError } from '@/errors'
import { isPassing } from '@/lib/faults'
import { ChangedFileError, type DroppedFile, type End, type Inbox } from '@/storage/inbox'
import { extensionOf } from '@/storage/upload-names'
import { LONGEST_PROLOGUE, recogniseFormat } from '@/tracks/formats/recognise'
import { isArchive, UPLOADED } from './archive'
import { importArchive } from './import-archive'
import { importEach, refusalOf } from './import-each'
import { createFromFile } from './import-file'
import { recogniseArrival } from './recognise-arrival'

/** What is asked for of what is dropped: nothing comes in twice. */
const DATA: UploadData = { duplicates: 'skip' }

/** Files of one user that are complete. */
export interface Dropped {
  inbox: Inbox
  user: UserRow
  files: readonly DroppedFile[]
  /** Asked between files; false ends the import there. */
  shouldContinue: () => boolean
  /** Told of every file that stays where it is although it was looked at, and why. */
  stays: (file: DroppedFile, reason: string) => void
}

/** How many files became what. */
export interface DroppedCounts {
  imported: number
  repeated: number
  failed: number
}

interface Run extends Dropped {
  ctx: AppContext
  counts: DroppedCounts
}

/**
 * Imports what somebody has dropped and moves each file to where it ends. When the server stops after a workout was
 * stored and before its file was moved, the file is found to be there already the next time.
 *
 * @throws what is no fault of a file, such as a full disk; what was imported before is moved.
 */
export async function importDropped(ctx: AppContext, dropped: Dropped): Promise<DroppedCounts> {
  const counts = { imported: 0, repeated: 0, failed: 0 }
  const run = { ...dropped, ctx, counts }
  const recordings: DroppedFile[] = []
  const others: DroppedFile[] = []
  for (const file of dropped.files) {
    const isKnown = !file.isLink && (await isRecording(dropped.inbox, file))
    ;(isKnown ? recordings : others).push(file)
  }
  await importRecordings(run, recordings)
  for (const file of others) {
    if (!dropped.shouldContinue()) break
    await importOther(run, file)
  }
  return counts
}

/** Whether a file is a recording by its content and its name, as it is or packed with gzip. */
async function isRecording(inbox: Inbox, file: DroppedFile): Promise<boolean> {
  const start = await headOf(inbox, file)
  const isPacked = start?.[0] === 0x1f && start[1] === 0x8b
  const extension = extensionOf(isPacked ? file.path.replace(GZIP, '') : file.path)
  if (!start || !UPLOADED.includes(extension)) return false
  if (isPacked) return GZIP.test(file.path)
  const format = recogniseFormat(start, extension)
  return format !== undefined && (format !== 'kmz' || extension === 'kmz')
}

const GZIP = /\.gz$/i

/** The first bytes of a file; undefined when it was changed meanwhile. */
async function headOf(inbox: Inbox, file: DroppedFile): Promise<Uint8Array | undefined> {
  try {
    return Buffer.concat(await inbox.read(file, LONGEST_PROLOGUE).toArray())
  } catch {
    return undefined
  }
}

async function importRecordings(run: Run, recordings: readonly DroppedFile[]): Promise<void> {
  const { ctx, inbox, user, counts } = run
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  const files = recordings.map((file) => ({
    name: file.path,
    packedSize: file.size,
    open: async () => inbox.read(file),
  }))
  const ended: [string, Ended][] = []
  const named = new Set<string>()
  const end = ({ name }: { name: string }, how: Ended) => {
    named.add(name)
    ended.push([name, how])
  }
  const moveEnded = async () => {
    for (const [name, how] of ended.splice(0)) {
      const file = recordings.find(({ path }) => path === name)
      if (file) await moveTo(run, file, how)
    }
  }
  const prepared = { user, data: DATA, urgency: { canWait: true } }
  try {
    await importEach(
      ctx,
      { prepared, mostBytes, files },
      {
        shouldContinue: async () => {
          await moveEnded()
          return run.shouldContinue()
        },
        imported: (_, file) => {
          counts.imported += 1
          end(file, { end: 'done' })
        },
        repeated: (file) => {
          counts.repeated += 1
          end(file, { end: 'done' })
        },
        refused: (file, message) => {
          counts.failed += 1
          end(file, refused(message))
        },
      },
    )
  } catch (error) {
    // Those before it are stored: without it, those behind it have their turn the next time.
    const file = recordings.find(({ path }) => !named.has(path))
    if (file && !isPassing(error)) run.stays(file, String(error))
    throw error
  } finally {
    await moveEnded()
  }
}

/**
 * Imports what has to be looked into: an archive, or a file whose name says nothing of it. An archive waits while
 * another one of its owner is being imported.
 */
async function importOther(run: Run, file: DroppedFile): Promise<void> {
  const { ctx, user, inbox, counts } = run
  const isBusy = () => hasOpenTask(ctx.db, user.id, 'workouts_archive_upload')
  if (isArchive(file.path) && (await isBusy())) return
  const ended = await endOf(run, file).catch(async (error) => {
    if (isPassing(error)) throw error
    if (!(error instanceof AppError)) return keepBack(run, file, error)
    return (await isBusy()) ? undefined : refused(refusalOf(error))
  })
  if (!ended || !(await inbox.isUnchanged(file))) return
  if (ended.end === 'failed') counts.failed += 1
  await moveTo(run, file, ended)
}

const endOf = async (run: Run, file: DroppedFile): Promise<Ended> =>
  file.isLink ? refused('links are not followed') : importCopy(run, file)

/** Leaves a file where it is that cannot be read for a reason that is not its content, unless it only was changed. */
function keepBack(run: Run, file: DroppedFile, error: unknown): undefined {
  if (!(error instanceof ChangedFileError)) run.stays(file, String(error))
}

/** How a file has ended. */
interface Ended {
  end: End
  note?: string | undefined
}

const refused = (note: string): Ended => ({ end: 'failed', note })

async function importCopy(run: Run, file: DroppedFile): Promise<Ended> {
  const { ctx, user, inbox, counts } = run
  const { max_single_file_size: mostBytes } = await getAppConfig(ctx.db)
  const copy = ctx.files.incoming()
  let path = copy
  try {
    await pipeline(inbox.read(file), createWriteStream(copy))
    const arrived = await recogniseArrival(ctx, { name: file.path, path }, mostBytes)
    path = arrived.path
    const caller = asCaller(user)
    if (isArchive(arrived.name))
      return told(run, await importArchive(ctx, caller, { file: arrived, data: DATA }))
    const { stored } = await createFromFile(ctx, caller, { file: arrived, data: DATA })
    counts[stored.result === 'new' ? 'imported' : 'repeated'] += 1
    return { end: 'done' }
  } finally {
    await rm(copy, { force: true })
    await rm(path, { force: true })
  }
}

/** What became of an archive. */
function told({ counts }: Run, outcome: Awaited<ReturnType<typeof importArchive>>): Ended {
  if (outcome.kind === 'queued')
    return { end: 'done', note: `imported in the background, task ${outcome.taskId}` }
  const { workouts, errors } = outcome
  counts.imported += workouts.length
  const lines = Object.entries(errors).map(([name, reason]) => `${name}: ${reason}`)
  return lines.length === 0
    ? { end: 'done' }
    : refused([`${workouts.length} imported, the others not:`, ...lines].join('\n'))
}

/** Moves a file; one that cannot be moved stays and is told of. */
async function moveTo(run: Run, file: DroppedFile, { end, note }: Ended): Promise<void> {
  try {
    await run.inbox.finish(file, end, note)
  } catch (error) {
    run.stays(file, String(error))
  }
}
