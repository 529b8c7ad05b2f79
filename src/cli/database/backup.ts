import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import {
  loadCommandConfig,
  openCommandStorage,
  parsePositive,
  requireDatabase,
  withDataDir,
} from '@/cli/options'
import { printDone, printResult } from '@/cli/output'
import { activityOn } from '@/cli/progress'
import type { Config } from '@/lib/config/config'
import { Failure } from '@/lib/failure'
import { formatFileSize } from '@/lib/files/file-size'
import { archiveTarget } from '@/services/backup/archive'
import { type BackupSource, backUp } from '@/services/backup/back-up'
import { backUpInto } from '@/services/backup/back-up-into'
import { BackupError, type Manifest } from '@/services/backup/manifest'
import { openBackup } from '@/services/backup/open-backup'
import { encrypt } from '@/services/backup/passphrase'
import { restore } from '@/services/backup/restore'
import type { BackupStep, OnBackupStep } from '@/services/backup/steps'
import { verifyBackup } from '@/services/backup/verify'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { isUnmounted, markTarget, UnmountedTargetError } from '@/store/files/backup-target'
import { findUploads } from '@/store/files/stored-files'
import { addListBackups, countOf, defaultFolder } from './list-backups'
import { aloneIn } from './lock-data-folder'

const PASSPHRASE = [
  '--passphrase-file <file>',
  'a file with the passphrase of an encrypted archive',
] as const
const AT = [
  '--at <time>',
  'the backup of this time in a folder of backups (default: the newest)',
] as const
const ACCEPT_OLDER = [
  '--accept-older',
  'use the newest backup that can be read when newer ones cannot',
] as const
/**
 * Copies the whole database in one step. This process does nothing else that the copy could block, and a copy in one step
 * never has to start over because of a write.
 */
const ALL_PAGES = 0x7fffffff

export function addBackup(program: Command, io: Io): void {
  const backup = withDataDir(program.command('backup'))
    .description('back up the database and all files, while the server may be running')
    .option(
      '--to <folder>',
      'target folder; `-` writes one archive to standard output (default: BACKUP_TO, or DATA_DIR/backups)',
    )
    .option(
      '--keep <number>',
      'delete all but this number of the newest backups in the folder',
      parsePositive,
    )
    .option(...PASSPHRASE)
    .action(async (options) => {
      const config = loadCommandConfig(options, io)
      if (options.to === '-') await toOutput(config, passphraseIn(options), io)
      else await toFolder(config, options, io)
    })
  backup
    .command('verify <backup>')
    .description('read a whole backup and check it')
    .option(...AT)
    .option(...ACCEPT_OLDER)
    .option(...PASSPHRASE)
    .action(async (path, _, command: Command) => {
      const open = await opened(path, command.optsWithGlobals(), io)
      await withProgress(io, (onStep) => verifyBackup(open, tmpdir(), onStep)).finally(open.close)
      printResult(io, { valid: true, ...describeBackup(open.path, open.manifest) }, [
        `The backup is valid: ${contentOf(open.manifest)}.`,
      ])
    })
  addListBackups(backup, io)
}

export function addRestore(program: Command, io: Io): void {
  withDataDir(program.command('restore <backup>'))
    .description('restore a backup into a data folder; the server must not be running')
    .option('--force', 'move existing data aside')
    .option(...AT)
    .option(...ACCEPT_OLDER)
    .option(...PASSPHRASE)
    .action(async (path, options) => {
      const config = loadCommandConfig(options, io)
      const { dataDir, uploadsDir } = config
      const open = await opened(path, options, io)
      const force = options.force === true
      const target = { dataDir, uploadsDir, force, now: Date.now() }
      const manifest = await aloneIn(config, () =>
        withProgress(io, (onStep) => restore(open, { ...target, onStep })),
      ).finally(open.close)
      if (config.bucket) await moveIntoBucket(config)
      const restored = { data_dir: dataDir, ...describeBackup(open.path, manifest) }
      printDone(io, { restored }, [
        `Restored ${contentOf(manifest)}, as of ${manifest.createdAt}.`,
        ...manifest.missing.map((name) => `Was missing when the backup was made: ${name}`),
      ])
    })
}

interface ChoiceOptions {
  at?: string
  acceptOlder?: boolean
  passphraseFile?: string
}

/** Opens a backup, and prints which one it is and why newer ones were skipped. */
async function opened(path: string, options: ChoiceOptions, io: Io) {
  const { at, acceptOlder = false } = options
  const open = await withProgress(io, (onStep) =>
    openBackup(path, {
      ...{ passphrase: passphraseIn(options), scratch: tmpdir(), onStep, at, acceptOlder },
    }).catch((error) => {
      if (!(error instanceof BackupError) || error.message.includes(path)) throw error
      throw new BackupError(`${path}: ${error.message}`, { kind: error.kind, cause: error })
    }),
  )
  for (const warning of open.warnings) io.err(`WARNING: ${warning}`)
  io.out(`Backup of ${open.manifest.createdAt}: ${resolve(open.path)}`)
  return open
}

async function toFolder(
  config: Config,
  options: { to?: string; keep?: number; passphraseFile?: string },
  io: Io,
): Promise<void> {
  const folder = options.to ?? defaultFolder(config)
  if (options.passphraseFile)
    throw new Failure(
      'usage',
      'A folder of backups is not encrypted: use --to - and write to a file.',
    )
  const target = config.backup && { to: config.backup.to, dataDir: config.dataDir }
  // With --to, the administrator confirms that this is the right disk.
  if (target && options.to === undefined && isUnmounted(target))
    throw new UnmountedTargetError(target.to)
  const { name, manifest, removed } = await withSource(config, io, (source) =>
    backUpInto({ folder, keep: options.keep }, source),
  )
  if (target && resolve(folder) === resolve(target.to)) markTarget(target)
  for (const path of manifest.missing) io.err(`missing: ${path}`)
  const path = join(folder, name)
  printDone(io, { ...describeBackup(path, manifest), removed }, [
    `${path}: ${contentOf(manifest)}`,
    ...removed.map((old) => `removed ${old}`),
  ])
}

async function toOutput(config: Config, passphrase: string | undefined, io: Io): Promise<void> {
  const plain = passphrase === undefined ? io.binary() : new PassThrough()
  const sealed =
    passphrase === undefined ? undefined : encrypt(plain as PassThrough, io.binary(), passphrase)
  const manifest = await withSource(config, io, (source) =>
    backUp(source, archiveTarget(plain, io.interruption?.signal)),
  )
  await sealed
  io.note(`Backed up ${contentOf(manifest)}.`)
}

async function withSource<Result>(
  config: Config,
  io: Io,
  work: (source: BackupSource) => Promise<Result>,
): Promise<Result> {
  const { databaseFile, dataDir, uploadsDir } = config
  requireDatabase(config)
  const database = openOwnDatabase(databaseFile, () => findUploads(uploadsDir))
  const files = openCommandStorage(config)
  const source = { database, dataDir, files, now: Date.now(), pagesAtOnce: ALL_PAGES }
  return withProgress(io, (onStep) => work({ ...source, onStep })).finally(() =>
    database.db.destroy(),
  )
}

/** The progress line is redrawn once per this number of files. */
const FILES_A_LINE = 100

/**
 * Displays the progress of the work. After Ctrl-C or SIGTERM the next step of the work fails, so
 * that it removes partial files.
 */
async function withProgress<Result>(
  io: Io,
  work: (onStep: OnBackupStep) => Promise<Result>,
): Promise<Result> {
  const { interruption } = io
  const activity = activityOn(io)
  interruption?.listen()
  const onStep: OnBackupStep = (step) => {
    interruption?.check()
    if (step.what === 'files' && step.files % FILES_A_LINE !== 1) return
    activity.show(lineOf(step))
  }
  return await work(onStep).finally(activity.end)
}

function lineOf(step: BackupStep): string {
  if (step.what === 'files')
    return `backing up: ${countOf(step.files, 'file')} (${formatFileSize(step.bytes)})`
  if ('percent' in step) return `${step.what}: ${step.percent} %`
  return step.what === 'copying database' ? 'copying the database' : 'checking the database'
}

/** Moves restored files from the uploads folder into the configured bucket. */
async function moveIntoBucket(config: Config): Promise<void> {
  const local = openCommandStorage({ ...config, bucket: undefined })
  const bucket = openCommandStorage(config)
  for await (const { path } of local.list()) await bucket.store(local.pathOf(path), path)
}

const passphraseIn = ({ passphraseFile }: { passphraseFile?: string }) =>
  passphraseFile === undefined ? undefined : readFileSync(passphraseFile, 'utf8').trimEnd()

const describeBackup = (path: string, { createdAt, counts, files, missing }: Manifest) => ({
  path: resolve(path),
  created_at: createdAt,
  ...counts,
  files: files.length,
  size_bytes: files.reduce((sum, { size }) => sum + size, 0),
  missing,
})

/** Describes the content of a backup, for example `2 users, 31 workouts, 40 files (12 MB)`. */
function contentOf({ files, counts }: Manifest): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const parts = [
    countOf(counts.users, 'user'),
    countOf(counts.workouts, 'workout'),
    countOf(files.length, 'file'),
  ]
  return `${parts.join(', ')} (${formatFileSize(bytes)})`
}
