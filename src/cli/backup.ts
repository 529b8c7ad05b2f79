import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { archiveTarget } from '@/backup/archive'
import { type BackupSource, backUp } from '@/backup/back-up'
import { backUpInto } from '@/backup/back-up-into'
import type { Manifest } from '@/backup/manifest'
import { openBackup } from '@/backup/open-backup'
import { encrypt } from '@/backup/passphrase'
import { restore } from '@/backup/restore'
import type { BackupStep, TellStep } from '@/backup/steps'
import { verifyBackup } from '@/backup/verify'
import type { Config } from '@/config/config'
import { openOwnDatabase } from '@/db/open-own'
import { formatFileSize } from '@/lib/file-size'
import { findUploads } from '@/storage/files'
import { atLeastOne } from './archives'
import { aloneIn } from './data-folder'
import type { Io } from './io'
import { configOf, requireDatabase, storageOf, withDataDir } from './options'

const PASSPHRASE = [
  '--passphrase-file <file>',
  'a file that holds the passphrase of an encrypted archive',
] as const
/** All of it: this process has nothing else to do, and what is copied at once is consistent at once. */
const ALL_PAGES = 0x7fffffff

export function addBackup(program: Command, io: Io): void {
  const backup = withDataDir(program.command('backup'))
    .description('back up the database and all files, while the server may be running')
    .option(
      '--to <folder>',
      'where to; `-` writes one archive to standard output (default: DATA_DIR/backups)',
    )
    .option('--keep <number>', 'remove all but the newest so many from the folder', atLeastOne)
    .option(...PASSPHRASE)
    .action(async (options) => {
      const config = configOf(options, io)
      if (options.to === '-') await toOutput(config, passphraseIn(options), io)
      else await toFolder(config, options, io)
    })
  backup
    .command('verify <backup>')
    .description('read a whole backup and check it')
    .option(...PASSPHRASE)
    .action(async (path, _, command: Command) => {
      const passphrase = passphraseIn(command.optsWithGlobals())
      const open = await opened(path, passphrase, io)
      await whileTelling(io, (tell) => verifyBackup(open, tmpdir(), tell)).finally(open.close)
      io.out(`The backup is sound: ${contentOf(open.manifest)}.`)
    })
}

export function addRestore(program: Command, io: Io): void {
  withDataDir(program.command('restore <backup>'))
    .description('make a data folder from a backup; the server must not be running')
    .option('--force', 'move data that is there already aside')
    .option(...PASSPHRASE)
    .action(async (path, options) => {
      const config = configOf(options, io)
      const { dataDir, uploadsDir } = config
      const open = await opened(path, passphraseIn(options), io)
      const force = options.force === true
      const target = { dataDir, uploadsDir, force, now: Date.now() }
      const manifest = await aloneIn(config, () =>
        whileTelling(io, (tell) => restore(open, { ...target, tell })),
      ).finally(open.close)
      if (config.bucket) await moveIntoBucket(config)
      io.out(`Restored ${contentOf(manifest)}, as of ${manifest.createdAt}.`)
      for (const name of manifest.missing) io.out(`Was gone when the backup was made: ${name}`)
    })
}

const opened = (path: string, passphrase: string | undefined, io: Io) =>
  whileTelling(io, (tell) => openBackup(path, { passphrase, scratch: tmpdir(), tell }))

async function toFolder(
  config: Config,
  options: { to?: string; keep?: number; passphraseFile?: string },
  io: Io,
): Promise<void> {
  const folder = options.to ?? join(config.dataDir, 'backups')
  if (options.passphraseFile)
    throw new Error('A folder of backups is not encrypted: use --to - and write to a file.')
  const { name, manifest, removed } = await withSource(config, io, (source) =>
    backUpInto({ folder, keep: options.keep }, source),
  )
  io.out(`${join(folder, name)}: ${contentOf(manifest)}`)
  for (const path of manifest.missing) io.err(`missing: ${path}`)
  for (const old of removed) io.out(`removed ${old}`)
}

async function toOutput(config: Config, passphrase: string | undefined, io: Io): Promise<void> {
  const plain = passphrase === undefined ? io.binary() : new PassThrough()
  const sealed =
    passphrase === undefined ? undefined : encrypt(plain as PassThrough, io.binary(), passphrase)
  const manifest = await withSource(config, io, (source) => backUp(source, archiveTarget(plain)))
  await sealed
  io.err(`Backed up ${contentOf(manifest)}.`)
}

async function withSource<Result>(
  config: Config,
  io: Io,
  work: (source: BackupSource) => Promise<Result>,
): Promise<Result> {
  const { databaseFile, dataDir, uploadsDir } = config
  requireDatabase(config)
  const database = openOwnDatabase(databaseFile, () => findUploads(uploadsDir))
  const files = storageOf(config)
  const source = { database, dataDir, files, now: Date.now(), pagesAtOnce: ALL_PAGES }
  return whileTelling(io, (tell) => work({ ...source, tell })).finally(() => database.db.destroy())
}

/** Files that are backed up between two redrawings of the line that tells of them. */
const FILES_A_LINE = 100

/** Redraws a line that tells how far something has come, on a terminal; elsewhere nothing is told. */
async function whileTelling<Result>(
  { status }: Io,
  work: (tell: TellStep) => Promise<Result>,
): Promise<Result> {
  const told = { any: false }
  const tell: TellStep = (step) => {
    if (step.what === 'files' && step.files % FILES_A_LINE !== 1) return
    told.any = true
    status?.(lineOf(step))
  }
  return await work(tell).finally(() => {
    if (told.any) status?.(null)
  })
}

function lineOf(step: BackupStep): string {
  if (step.what === 'files')
    return `backing up: ${countOf(step.files, 'file')} (${formatFileSize(step.bytes)})`
  if ('percent' in step) return `${step.what}: ${step.percent} %`
  return step.what === 'copying database' ? 'copying the database' : 'checking the database'
}

/** Moves what was restored into the uploads folder to where it belongs. */
async function moveIntoBucket(config: Config): Promise<void> {
  const local = storageOf({ ...config, bucket: undefined })
  const bucket = storageOf(config)
  for await (const { path } of local.list()) await bucket.keep(local.pathOf(path), path)
}

const passphraseIn = ({ passphraseFile }: { passphraseFile?: string }) =>
  passphraseFile === undefined ? undefined : readFileSync(passphraseFile, 'utf8').trimEnd()

const countOf = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`

/** In words what a backup holds. */
function contentOf({ files, counts }: Manifest): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const parts = [
    countOf(counts.users, 'user'),
    countOf(counts.workouts, 'workout'),
    countOf(files.length, 'file'),
  ]
  return `${parts.join(', ')} (${formatFileSize(bytes)})`
}
