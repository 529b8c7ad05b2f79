import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { detectFormat, MAX_PROLOGUE_LENGTH } from '@/domain/tracks/formats/detect-format'
import { AppError } from '@/lib/errors'
import { isTransient } from '@/lib/system-errors'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import { PLAIN } from '@/services/workers/upload'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import type { UserRow } from '@/store/db/queries/accounts/users'
import { hasOpenTask } from '@/store/db/queries/tasks/user-tasks'
import { ChangedFileError, type End, type Inbox, type InboxFile } from '@/store/files/inbox'
import { extensionOf } from '@/store/files/upload-names'
import { queueEventsOfFiles } from '@/use-cases/imports/store/queue-stored-events'
import { isArchive, UPLOADED } from './archive'
import { detectUpload } from './detect-upload'
import { importArchive } from './import-archive'
import { createFromFile } from './import-file'
import { describeRejection, importEach, isEnvironmentError } from './import-recordings'
import type { UploadData } from './upload-data'

/** Options for files in the inbox: duplicates are never imported. */
const DATA: UploadData = { duplicates: 'skip' }

/** Completely uploaded files of one user. */
export interface InboxBatch {
  inbox: Inbox
  user: UserRow
  files: readonly InboxFile[]
  /** Called between files. False ends the import. */
  shouldContinue: () => boolean
  /** Called for every file that could not be imported or moved and remains in the inbox, with the reason. */
  stays: (file: InboxFile, reason: string) => void
  /**
   * Called when a file could not be read for a reason unrelated to its content. True leaves it in the inbox for another
   * attempt; false means that it was tried often enough.
   */
  shouldRetry: (file: InboxFile, reason: string) => boolean
}

/** Number of files by outcome. */
export interface InboxCounts {
  imported: number
  repeated: number
  failed: number
}

interface Run extends InboxBatch {
  ctx: AppContext
  counts: InboxCounts
}

/**
 * Imports the files of one user's inbox and moves each to the folder for its outcome. If the server stops after a
 * workout was stored but before its file was moved, the next run recognises the duplicate and moves the file.
 *
 * @throws errors unrelated to a single file, such as a full disk. Files imported before are moved first.
 */
export async function importInboxFiles(ctx: AppContext, dropped: InboxBatch): Promise<InboxCounts> {
  const counts = { imported: 0, repeated: 0, failed: 0 }
  const run = { ...dropped, ctx, counts }
  const recordings: InboxFile[] = []
  const others: InboxFile[] = []
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

/** Whether a file is a recording, plain or compressed with gzip, by both its content and its name. */
async function isRecording(inbox: Inbox, file: InboxFile): Promise<boolean> {
  const start = await readHead(inbox, file)
  const isPacked = start?.[0] === 0x1f && start[1] === 0x8b
  const extension = extensionOf(isPacked ? file.path.replace(GZIP, '') : file.path)
  if (!start || !UPLOADED.includes(extension)) return false
  if (isPacked) return GZIP.test(file.path)
  const format = detectFormat(start, extension)
  return format !== undefined && (format !== 'kmz' || extension === 'kmz')
}

const GZIP = /\.gz$/i

/** Returns the first bytes of a file; undefined when the file has changed since it was listed. */
async function readHead(inbox: Inbox, file: InboxFile): Promise<Uint8Array | undefined> {
  try {
    return Buffer.concat(await inbox.read(file, MAX_PROLOGUE_LENGTH).toArray())
  } catch {
    return undefined
  }
}

async function importRecordings(run: Run, recordings: readonly InboxFile[]): Promise<void> {
  const { ctx, inbox, user, counts } = run
  const { max_single_file_size: maxBytes } = await getAppConfig(ctx.db)
  const uploads = recordings.map((file) => ({
    name: file.path,
    packedSize: file.size,
    open: async () => inbox.read(file),
  }))
  const ended: [string, FileResult][] = []
  const named = new Set<string>()
  const end = ({ name }: { name: string }, how: FileResult) => {
    // A file with several legs ends once.
    if (named.has(name)) return
    named.add(name)
    ended.push([name, how])
  }
  const countAs = (kind: 'imported' | 'repeated', file: { name: string }) => {
    counts[kind] += 1
    end(file, { end: 'done' })
  }
  const moveEnded = async () => {
    for (const [name, how] of ended.splice(0)) {
      const file = recordings.find(({ path }) => path === name)
      if (file) await moveTo(run, file, how)
    }
  }
  const options = { user, data: DATA, priority: { canWait: true } }
  try {
    await importEach(
      ctx,
      { options, maxBytes, uploads },
      {
        shouldContinue: async () => {
          await moveEnded()
          return run.shouldContinue()
        },
        alongside: queueEventsOfFiles,
        imported: (_, file) => countAs('imported', file),
        repeated: (file) => countAs('repeated', file),
        rejected: (file, message, { mayWorkLater, remedy }) => {
          const dropped = recordings.find(({ path }) => path === file.name)
          if (mayWorkLater && dropped && run.shouldRetry(dropped, message)) {
            named.add(file.name)
            return
          }
          counts.failed += 1
          end(file, rejected(withRemedy(message, remedy)))
        },
      },
    )
  } catch (error) {
    // Reports the first file that was not processed. Files before it are stored; those after it are tried again in the
    // next run.
    const file = recordings.find(({ path }) => !named.has(path))
    if (file && !isTransient(error)) run.stays(file, String(error))
    throw error
  } finally {
    await moveEnded()
  }
}

/**
 * Imports an archive, or a file whose name does not reveal its type. An archive waits while another one of the same
 * user is being imported.
 */
async function importOther(run: Run, file: InboxFile): Promise<void> {
  const { ctx, user, inbox, counts } = run
  const isBusy = () => hasOpenTask(ctx.db, user.id, 'workouts_archive_upload')
  if (isArchive(file.path) && (await isBusy())) return
  const ended = await importUnlessLink(run, file).catch(async (error) => {
    if (isTransient(error)) throw error
    if (isEnvironmentError(error))
      return run.shouldRetry(file, describeRejection(error))
        ? undefined
        : rejected(describeRejection(error))
    if (!(error instanceof AppError)) return reportUnreadable(run, file, error)
    return (await isBusy()) ? undefined : rejected(describeRejection(error))
  })
  if (!ended || !(await inbox.isUnchanged(file))) return
  if (ended.end === 'failed') counts.failed += 1
  await moveTo(run, file, ended)
}

const importUnlessLink = async (run: Run, file: InboxFile): Promise<FileResult> =>
  file.isLink ? rejected('links are not followed') : importCopy(run, file)

/**
 * Leaves a file in the inbox that cannot be read for a reason unrelated to its content. Not reported if the file has
 * only changed.
 */
function reportUnreadable(run: Run, file: InboxFile, error: unknown): undefined {
  if (!(error instanceof ChangedFileError)) run.stays(file, String(error))
}

/** Outcome of a file, with a note for the user. */
interface FileResult {
  end: End
  note?: string | undefined
}

const rejected = (note: string): FileResult => ({ end: 'failed', note })

/** The reason why a file was rejected, and what makes it readable, if that is known. */
const withRemedy = (reason: string, remedy: string | undefined): string =>
  remedy === undefined ? reason : `${reason} (${remedy})`

async function importCopy(run: Run, file: InboxFile): Promise<FileResult> {
  const { ctx, user, inbox, counts } = run
  const { max_single_file_size: maxBytes } = await getAppConfig(ctx.db)
  const copy = ctx.files.incoming()
  let path = copy
  try {
    await pipeline(inbox.read(file), createWriteStream(copy))
    const upload = await detectUpload(ctx, { name: file.path, path, form: PLAIN }, maxBytes)
    path = upload.path
    const caller = asCaller(user)
    if (isArchive(upload.name))
      return summarizeArchive(run, await importArchive(ctx, caller, { upload, data: DATA }))
    const { stored } = await createFromFile(ctx, caller, { upload, data: DATA })
    for (const { result } of stored) counts[result === 'new' ? 'imported' : 'repeated'] += 1
    return { end: 'done' }
  } finally {
    await rm(copy, { force: true })
    await rm(path, { force: true })
  }
}

/** Returns the outcome of an archive and updates the counts. */
function summarizeArchive(
  { counts }: Run,
  outcome: Awaited<ReturnType<typeof importArchive>>,
): FileResult {
  if (outcome.kind === 'queued')
    return { end: 'done', note: `imported in the background, task ${outcome.taskId}` }
  const { workouts, errors, remedies } = outcome
  counts.imported += workouts.length
  const lines = Object.entries(errors).map(
    ([name, reason]) => `${name}: ${withRemedy(reason, remedies[name])}`,
  )
  return lines.length === 0
    ? { end: 'done' }
    : rejected([`${workouts.length} imported, the others not:`, ...lines].join('\n'))
}

/** Moves a file to the folder for its outcome; reports a file that cannot be moved. */
async function moveTo(run: Run, file: InboxFile, { end, note }: FileResult): Promise<void> {
  try {
    await run.inbox.finish(file, end, note)
  } catch (error) {
    run.stays(file, String(error))
  }
}
