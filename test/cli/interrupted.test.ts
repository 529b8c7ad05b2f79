import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processName } from '@/lib/process/process-name'
import { openDatabase } from '@/store/db/connections/open'
import { afterTest } from '../support/after-test'
import { dataDir, run, startInNewFolders } from '../support/cli'
import { newTestFolder } from '../support/folder'
import { schemaAt } from '../support/schemas'
import { until } from '../support/until'

startInNewFolders()

const TIME_LIMIT = 60_000
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const
const database = () => join(dataDir(), 'milepost.db')

/** Grows the test database so that a copy takes a moment. */
async function grow(bytes: number): Promise<void> {
  const { db, sqlite } = openDatabase(database())
  sqlite.exec(
    `create table ballast (content blob); insert into ballast values (randomblob(${bytes}))`,
  )
  await db.destroy()
}

/** Starts a command without reading its output. The process is killed when the test ends. */
function start(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, 'src/main.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir(), LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  return child
}

const names = (folder: string, part: string) =>
  readdirSync(folder).filter((name) => name.includes(part))

/** Starts a command, sends a signal once a file whose name contains `part` exists, and returns the exit code. */
async function interrupt(
  signal: NodeJS.Signals,
  {
    args,
    folder,
    part,
    env,
  }: { args: string[]; folder: string; part: string; env?: Record<string, string> },
): Promise<number> {
  const child = start(args, env)
  await until(part, () => names(folder, part).length > 0 || child.exitCode !== null)
  child.kill(signal)
  return await child.exited
}

describe.each(SIGNALS)('%s', (signal, code) => {
  test(
    'ends a backup whose output is not read, and deletes its copy of the database',
    async () => {
      await grow(30_000_000)
      const backup = { args: ['backup', '--to', '-'], folder: dataDir(), part: '.backup-' }
      expect(await interrupt(signal, backup)).toBe(code)
      expect(names(dataDir(), '.backup-')).toEqual([])
    },
    TIME_LIMIT,
  )

  test(
    'ends an upgrade and deletes its copy, and the next upgrade works',
    async () => {
      writeFileSync(database(), await schemaAt('0030-tasks'))
      await grow(100_000_000)
      const upgrade = { args: ['upgrade'], folder: dataDir(), part: '.before-' }
      expect(await interrupt(signal, upgrade)).toBe(code)
      expect(names(dataDir(), '.before-')).toEqual([])
      expect((await run('upgrade', '--check')).out).toContain('0040-workout-sums')
      expect((await run('upgrade')).code).toBe(0)
    },
    TIME_LIMIT,
  )

  test(
    'ends a server during its upgrade and deletes the copy, and the next start upgrades',
    async () => {
      writeFileSync(database(), await schemaAt('0030-tasks'))
      await grow(100_000_000)
      const serve = { args: ['serve', '--port', '0'], folder: dataDir(), part: '.before-' }
      expect(await interrupt(signal, serve)).toBe(0)
      expect(names(dataDir(), '.before-')).toEqual([])
      expect((await run('upgrade')).code).toBe(0)
    },
    TIME_LIMIT,
  )

  test(
    'ends a restore and deletes unpacked files',
    async () => {
      const uploads = join(dataDir(), 'uploads', 'pictures')
      mkdirSync(uploads, { recursive: true })
      for (let number = 0; number < 500; number++)
        writeFileSync(
          join(uploads, `${number}.jpg`),
          crypto.getRandomValues(new Uint8Array(20_000)),
        )
      const [backups, target] = [newTestFolder(), newTestFolder()]
      await run('backup', '--to', backups)
      const args = ['restore', backups, '--data-dir', target]
      expect(await interrupt(signal, { args, folder: target, part: '.restoring-' })).toBe(code)
      expect(names(target, '')).toEqual([])
    },
    TIME_LIMIT,
  )

  test(
    'ends a verification and deletes its copy of the database',
    async () => {
      await grow(60_000_000)
      const [backups, TMPDIR] = [newTestFolder(), newTestFolder()]
      await run('backup', '--to', backups)
      const verify = { args: ['backup', 'verify', backups], folder: TMPDIR, part: '.milepost-' }
      expect(await interrupt(signal, { ...verify, env: { TMPDIR } })).toBe(code)
      expect(names(TMPDIR, '')).toEqual([])
    },
    TIME_LIMIT,
  )
})

test('a verification deletes files of a killed one, but not those of a running one', async () => {
  const [backups, TMPDIR] = [newTestFolder(), newTestFolder()]
  await run('backup', '--to', backups)
  const dead = `${processName().split('_')[0]}_9999999_1`
  for (const name of [dead, processName()]) mkdirSync(join(TMPDIR, `.milepost-verify-${name}`))
  const { exited } = start(['backup', 'verify', backups], { TMPDIR })
  expect(await exited).toBe(0)
  expect(names(TMPDIR, '')).toEqual([`.milepost-verify-${processName()}`])
})
