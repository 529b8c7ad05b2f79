import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, type InstalledBinary, installBinary } from '../support/binary'
import { newTestFolder } from '../support/folder'

const LIMIT = 120_000
const OLD_DATABASE = resolve(import.meta.dir, '..', 'db', 'releases', '0.1.0.db.gz')

let binary: InstalledBinary

beforeAll(() => {
  binary = installBinary()
}, BUILD_TIMEOUT)
afterAll(() => binary.remove())

/** A server with a separate data folder, and a function to start another one on it. */
async function aServer() {
  const env = { DATA_DIR: join(newTestFolder(), 'data') }
  const start = async () => {
    const server = await binary.serve([], env)
    afterTest(server.stop)
    return server
  }
  const run = (...args: string[]) => binary.run(args, env)
  return { dataDir: env.DATA_DIR, server: await start(), start, run }
}

const inUse = (dataDir: string, pid: number) =>
  `${dataDir} is in use by another Milepost (process ${pid}): stop that first, or choose another --data-dir.\n`

test(
  'a data folder has one server, on any port, and other commands work at the same time',
  async () => {
    const { dataDir, server, run } = await aServer()
    const refusal = { code: 4, stdout: '', stderr: inUse(dataDir, server.pid) }
    expect(run('serve', '--port', '0')).toMatchObject(refusal)
    expect(run('users', 'create', 'ann', '--email', 'ann@example.com').code).toBe(0)
    expect(run('db', 'migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
    const backups = join(dataDir, 'backups')
    expect(run('backup').code).toBe(0)
    const chosen = expect.stringMatching(/^Backup of /)
    expect(run('restore', backups, '--force')).toMatchObject({ ...refusal, stdout: chosen })
    expect((await fetch(`${server.url}/api/ping`)).status).toBe(200)
    await server.stop()
    expect(existsSync(join(dataDir, 'in-use'))).toBeFalse()
    expect(run('restore', backups, '--force').code).toBe(0)
  },
  LIMIT,
)

test(
  'no command of a newer release migrates the database of a running server',
  async () => {
    const { dataDir, server, run } = await aServer()
    // The server continues to use the open file.
    const database = join(dataDir, 'milepost.db')
    for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
    writeFileSync(database, gunzipSync(readFileSync(OLD_DATABASE)))
    for (const args of [['upgrade'], ['users', 'create', 'ann', '--email', 'ann@example.com']])
      expect(run(...args)).toMatchObject({ code: 4, stderr: inUse(dataDir, server.pid) })
    expect(run('db', 'status').stdout).toContain('pending')
    await server.stop()
  },
  LIMIT,
)

test(
  'a killed server, or one that is just exiting, does not block the next one',
  async () => {
    const { dataDir, server, start } = await aServer()
    process.kill(server.pid, 'SIGKILL')
    const second = await start()
    expect(readFileSync(join(dataDir, 'in-use'), 'utf8')).toContain(`_${second.pid}_`)
    process.kill(second.pid, 'SIGTERM')
    const third = await start()
    expect((await fetch(`${third.url}/api/ping`)).status).toBe(200)
  },
  LIMIT,
)
