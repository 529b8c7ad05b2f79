import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Command } from 'commander'
import { archiveTarget } from '@/backup/archive'
import { type BackupSource, backUp } from '@/backup/back-up'
import { backupName, folderTarget, removeOldBackups } from '@/backup/folder'
import { inFolder } from '@/backup/folder-in-use'
import type { Manifest } from '@/backup/manifest'
import { openBackup } from '@/backup/open-backup'
import { encrypt } from '@/backup/passphrase'
import { restore } from '@/backup/restore'
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
      const open = await openBackup(path, { passphrase, scratch: tmpdir() })
      await verifyBackup(open, tmpdir()).finally(open.close)
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
      const open = await openBackup(path, { passphrase: passphraseIn(options), scratch: tmpdir() })
      const force = options.force === true
      const target = { dataDir, uploadsDir, force, now: Date.now() }
      const manifest = await aloneIn(config, () => restore(open, target)).finally(open.close)
      if (config.bucket) await moveIntoBucket(config)
      io.out(`Restored ${contentOf(manifest)}, as of ${manifest.createdAt}.`)
      for (const name of manifest.missing) io.out(`Was gone when the backup was made: ${name}`)
    })
}

async function toFolder(
  config: Config,
  options: { to?: string; keep?: number; passphraseFile?: string },
  io: Io,
): Promise<void> {
  const folder = options.to ?? join(config.dataDir, 'backups')
  if (options.passphraseFile)
    throw new Error('A folder of backups is not encrypted: use --to - and write to a file.')
  await inFolder(folder, async () => {
    const name = backupName(folder, Date.now())
    const target = await folderTarget(folder, name)
    const manifest = await withSource(config, (source) => backUp(source, target))
    io.out(`${join(folder, name)}: ${contentOf(manifest)}`)
    for (const path of manifest.missing) io.err(`missing: ${path}`)
    if (options.keep === undefined) return
    const { keep } = options
    for (const old of await removeOldBackups(folder, { keep, made: name })) io.out(`removed ${old}`)
  })
}

async function toOutput(config: Config, passphrase: string | undefined, io: Io): Promise<void> {
  const plain = passphrase === undefined ? io.binary() : new PassThrough()
  const sealed =
    passphrase === undefined ? undefined : encrypt(plain as PassThrough, io.binary(), passphrase)
  const manifest = await withSource(config, (source) => backUp(source, archiveTarget(plain)))
  await sealed
  io.err(`Backed up ${contentOf(manifest)}.`)
}

async function withSource<Result>(
  config: Config,
  work: (source: BackupSource) => Promise<Result>,
): Promise<Result> {
  const { databaseFile, dataDir, uploadsDir } = config
  requireDatabase(config)
  const database = openOwnDatabase(databaseFile, () => findUploads(uploadsDir))
  const files = storageOf(config)
  const source = { database, dataDir, files, now: Date.now(), pagesAtOnce: ALL_PAGES }
  return work(source).finally(() => database.db.destroy())
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
