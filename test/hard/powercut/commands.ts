import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { inProject } from '@/build/project'
import { randomNumbers } from '../../support/tracks/mutations'
import { newScratch, strictDisk, type TestDisk } from './disks'
import { failAtRandom, stopFailing } from './faults'
import { Machine } from './machine'
import type { Outcome } from './world'

interface CommandOptions {
  seed: number
  /** Commands that are run, most of them while the disk fails. */
  runs: number
  outcome: Outcome
}

/** Databases of earlier releases. */
const RELEASES = inProject('test', 'db', 'releases')
const TABLES = ['users', 'workouts', 'comments', 'equipments', 'reports']
/** The average number of cuts in the middle of a command. */
const CUTS_PER_RUN = 3
/** The approximate number of disk operations in a run of a command. */
const OPERATIONS = 800

/** A disk on which commands are run one after another, each from the same initial state. */
interface Bench {
  disk: TestDisk
  machine: Machine
  random: () => number
  outcome: Outcome
  scratch: string
}

/**
 * Cuts the power and lets the disk fail while a backup is restored over other data and while databases are migrated.
 */
export async function attackCommands(program: string, options: CommandOptions): Promise<void> {
  const { seed, runs, outcome } = options
  const random = randomNumbers(seed)
  const scratch = newScratch()
  const releases = readdirSync(RELEASES).filter((name) => name.endsWith('.gz'))
  const backup = await makeBackup(program, join(scratch, 'source'))
  for (let run = 0; run < runs; run++) {
    const disk = await strictDisk(scratch, random)
    const machine = new Machine(program, disk.path, join(scratch, 'home'))
    const bench = { disk, machine, random, outcome, scratch }
    const release = releases[run % releases.length] ?? ''
    try {
      if (run % 2 === 0) await attackRestore(bench, backup)
      else await attackMigration(bench, join(RELEASES, release))
    } finally {
      await disk.remove()
    }
  }
  rmSync(scratch, { recursive: true, force: true })
}

/** A backup of a new server with one user, outside of the disk. */
async function makeBackup(program: string, folder: string): Promise<string> {
  const machine = new Machine(program, folder, join(folder, 'home'))
  mkdirSync(machine.dataDir, { recursive: true })
  if (!(await machine.start())) throw new Error(`no start: ${machine.log()}`)
  await machine.command('users', 'create', 'restored', '--email', 'restored@example.com')
  const to = join(folder, 'backups')
  const { code, output } = await machine.command('backup', '--to', to)
  await machine.end('SIGTERM')
  if (code !== 0) throw new Error(output)
  return to
}

/** The content of a data folder: the names of users, or why they cannot be read. */
function usersIn(dataDir: string): string {
  return query(
    join(dataDir, 'milepost.db'),
    'select group_concat(username) from (select username from users order by 1)',
  )
}

function query(file: string, sql: string): string {
  if (!existsSync(file)) return 'no database'
  const sqlite = new Database(file)
  try {
    const integrity = sqlite.pragma('integrity_check', { simple: true })
    return integrity === 'ok' ? String(sqlite.prepare(sql).pluck().get()) : `damaged: ${integrity}`
  } catch (error) {
    return `unreadable: ${error}`
  } finally {
    sqlite.close()
  }
}

/** Writes files durably to the disk without sync calls in this process, which serves the disk. */
async function fill({ disk, scratch }: Bench, write: (dataDir: string) => void): Promise<void> {
  const source = join(scratch, 'fill')
  mkdirSync(join(source, 'data'), { recursive: true })
  write(join(source, 'data'))
  const { exited } = Bun.spawn(['cp', '-a', join(source, 'data'), disk.path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await exited
  await disk.reboot(disk.cut('all'))
  rmSync(source, { recursive: true, force: true })
}

/** Runs a command while images are taken at random moments, and in most runs while the disk fails. */
async function runUnderAttack(
  bench: Bench,
  command: readonly string[],
  look: (dataDir: string) => Promise<void>,
) {
  const { disk, machine, random, outcome } = bench
  const fuse = disk.fuse()
  if (!fuse) throw new Error('it takes a FUSE disk')
  if (random() < 0.6) {
    const injected = () => {
      outcome.faults += 1
    }
    failAtRandom(fuse, { random, probability: 1 / 20 / 10 ** (2 * random()), injected })
  }
  const fail = fuse.onRequest
  const looks: Promise<void>[] = []
  fuse.onRequest = (request) => {
    if (random() < CUTS_PER_RUN / OPERATIONS) {
      outcome.cuts += 1
      const image = disk.cut(random() < 0.5 ? 'strict' : 'random')
      looks.push(image.inspect((folder) => look(join(folder, 'data'))))
    }
    return fail(request)
  }
  const result = await machine.command(...command)
  const image = disk.cut('strict')
  stopFailing(fuse)
  await Promise.all(looks)
  return { ...result, image }
}

const FORMER = 'former'

/** The previous data is unchanged or set aside until the restored data replaces it. */
async function attackRestore(bench: Bench, backup: string): Promise<void> {
  const { outcome, scratch } = bench
  const former = join(scratch, 'former')
  if (!existsSync(former)) await makeFormer(bench, former)
  await fill(bench, (dataDir) => cpSync(former, dataDir, { recursive: true }))
  const look = async (dataDir: string) => {
    const aside = existsSync(dataDir)
      ? readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'))
      : []
    const seen = [dataDir, ...aside.map((name) => join(dataDir, name))].map(usersIn)
    const isWhole = seen.some((users) => users === 'restored' || users === FORMER)
    const wrong = seen.find((users) => /damaged|unreadable/.test(users))
    if (!isWhole || wrong) outcome.damaged.push(`while restoring: ${seen.join(' and ')}`)
  }
  const { code, image } = await runUnderAttack(bench, ['restore', backup, '--force'], look)
  outcome.cuts += 1
  await image.inspect((folder) => look(join(folder, 'data')))
  if (code !== 0) {
    outcome.refused += 1
    return
  }
  outcome.acknowledged += 1
  const restored = await image.inspect(async (folder) => usersIn(join(folder, 'data')))
  if (restored !== 'restored') outcome.lost.push(`restored, and there is: ${restored}`)
}

/** The data of a killed server, whose WAL is not checkpointed yet. */
async function makeFormer({ machine: { program } }: Bench, folder: string): Promise<void> {
  const machine = new Machine(program, `${folder}-source`, `${folder}-source/home`)
  mkdirSync(machine.dataDir, { recursive: true })
  if (!(await machine.start())) throw new Error(`no start: ${machine.log()}`)
  await machine.command('users', 'create', FORMER, '--email', 'former@example.com')
  await machine.end('SIGKILL')
  cpSync(machine.dataDir, folder, { recursive: true })
}

/** Every row of the release exists, whenever the power is cut. */
async function attackMigration(bench: Bench, release: string): Promise<void> {
  const { outcome, machine } = bench
  const counts = TABLES.map((table) => `(select count(*) from ${table})`).join(` || ' ' || `)
  const countIn = (dataDir: string) => query(join(dataDir, 'milepost.db'), `select ${counts}`)
  const state = { before: '' }
  await fill(bench, (dataDir) => {
    writeFileSync(join(dataDir, 'milepost.db'), gunzipSync(readFileSync(release)))
    state.before = countIn(dataDir)
    for (const end of ['-wal', '-shm']) rmSync(join(dataDir, `milepost.db${end}`), { force: true })
  })
  const look = async (dataDir: string) => {
    const found = countIn(dataDir)
    if (found !== state.before)
      outcome.lost.push(`while migrating: ${found} instead of ${state.before}`)
  }
  const { code, image } = await runUnderAttack(bench, ['db', 'migrate'], look)
  if (code === 0) outcome.acknowledged += 1
  else outcome.refused += 1
  outcome.cuts += 1
  await image.inspect((folder) => look(join(folder, 'data')))
  await bench.disk.reboot(image)
  const again = await machine.command('db', 'migrate')
  if (again.code !== 0)
    outcome.failed.push(`no migration after a power cut: ${again.output.slice(-300)}`)
  await bench.disk.cut('strict').inspect((folder) => look(join(folder, 'data')))
}
