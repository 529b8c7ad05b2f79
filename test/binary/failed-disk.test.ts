import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterTest } from '../support/after-test'
import { BUILD_TIMEOUT, installBinary } from '../support/binary'
import { until } from '../support/until'

const TEST_TIMEOUT = 120_000
const PASSWORD = 'correct horse 77'
/** Enough to fill a WAL that is due for a checkpoint. */
const MANY = 150

/** Whether system calls of a running process can be made to fail on this machine. */
function canInject(): boolean {
  const attach = 'sleep 0.2 & strace -qq -o /dev/null -p $!'
  const { success, stderr } = Bun.spawnSync(['sh', '-c', attach])
  if (!success) console.warn(`SKIPPED: tests of a failing disk need strace (${stderr})`)
  return success
}

// Builds it if necessary, which takes longer than the time limit of a test.
beforeAll(() => installBinary().remove(), BUILD_TIMEOUT)

async function stop(tracer: Bun.Subprocess): Promise<void> {
  tracer.kill('SIGINT')
  await tracer.exited
}

/** Makes system calls of a process fail until the returned function is called. */
async function inject(pid: number, ...options: string[]): Promise<() => Promise<void>> {
  const tracer = Bun.spawn(['strace', '-f', '-o', '/dev/null', ...options, '-p', String(pid)], {
    stderr: 'pipe',
  })
  afterTest(() => stop(tracer))
  // It reports once for each thread, all of which it stops first.
  await tracer.stderr.getReader().read()
  return () => stop(tracer)
}

/** A server with an owner who can add workouts. */
async function start() {
  const binary = installBinary()
  afterTest(binary.remove)
  const account = ['--email', 'ann@example.com', '--password', PASSWORD, '--role', 'owner']
  expect(binary.run(['users', 'create', 'ann', ...account]).code).toBe(0)
  const serve = async () => {
    const server = await binary.serve([], { METRICS_TOKEN: 'token' })
    afterTest(async () => void (await server.stop()))
    return server
  }
  const server = await serve()
  const get = async (url: string, path: string, authorization = '') =>
    fetch(`${url}${path}`, { headers: { authorization } })
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
  })
  const { auth_token } = (await login.json()) as { auth_token: string }
  const bearer = `Bearer ${auth_token}`
  const stored: string[] = []
  const post = async (url: string, title: string) => {
    const response = await fetch(`${url}/api/workouts/no_gpx`, {
      method: 'POST',
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ sport_id: 1, workout_date: '2026-01-01 10:00', duration: 60, distance: 1, title },
      }),
    })
    if (response.status === 201) stored.push(title)
    return response
  }
  const titles = async (url: string) => {
    const found: string[] = []
    for (let page = 1; ; page++) {
      const response = await get(url, `/api/workouts?per_page=100&page=${page}`, bearer)
      const { data, pagination } = (await response.json()) as {
        data: { workouts: { title: string }[] }
        pagination: { has_next: boolean }
      }
      found.push(...data.workouts.map(({ title }) => title))
      if (!pagination.has_next) return found.toSorted()
    }
  }
  return { binary, server, serve, get, post, titles, bearer, stored }
}

type World = Awaited<ReturnType<typeof start>>

/** Checks that the server rejects writes, serves reads and reports the reason everywhere, until it is restarted. */
async function expectStopped(world: World, reason: string): Promise<void> {
  const { binary, server, get, post, bearer } = world
  const refused = await post(server.url, 'after')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect((await get(server.url, '/api/workouts', bearer)).status).toBe(200)
  expect((await get(server.url, '/api/check-db')).status).toBe(500)
  const metrics = await (await get(server.url, '/metrics', 'Bearer token')).text()
  expect(metrics).toContain('milepost_database_writable 0')
  expect(metrics).toContain('milepost_alert{kind="disk_failed"} 1')
  expect(server.output().match(/the disk failed: nothing is stored/g)).toHaveLength(1)
  expect(server.output()).toContain(reason)
  expect(binary.run(['doctor', '--offline']).stdout).toContain('ERROR    storing changes: stopped')
}

/**
 * Checks that all acknowledged data exists after a restart, and that the server accepts writes and notifies the owner.
 */
async function expectRecovered({ server, serve, post, titles, get, bearer, stored }: World) {
  await server.stop()
  const next = await serve()
  const found = await titles(next.url)
  expect(stored.filter((title) => !found.includes(title))).toEqual([])
  expect((await post(next.url, 'later')).status).toBe(201)
  const list = async () => (await get(next.url, '/api/notifications', bearer)).text()
  await until('the owner is notified', async () => (await list()).includes('disk_failed'))
  expect((await next.stop()).code).toBe(0)
}

describe.skipIf(!canInject())('a server with a failing disk', () => {
  test(
    'acknowledges nothing more after a failed fsync of a commit, even if later ones would succeed',
    async () => {
      const world = await start()
      const { server, post } = world
      expect((await post(server.url, 'before')).status).toBe(201)
      const end = await inject(server.pid, '-e', 'inject=fsync,fdatasync:error=EIO')
      expect((await post(server.url, 'during')).status).toBe(503)
      await end()
      await expectStopped(world, 'EIO')
      expect(
        world.binary.run(['users', 'create', 'late', '--email', 'late@example.com']).stderr,
      ).toContain('another process still has it open')
      await expectRecovered(world)
    },
    TEST_TIMEOUT,
  )

  test(
    'preserves the WAL after a failed checkpoint, and loses no acknowledged data at the restart',
    async () => {
      const world = await start()
      const { binary, server, post, stored } = world
      const database = join(binary.dataDir, 'milepost.db')
      const end = await inject(server.pid, '-P', database, '-e', 'inject=fsync,fdatasync:error=EIO')
      let status = 201
      for (let n = 1; status === 201 && n <= MANY; n++)
        status = (await post(server.url, `ride ${n}`)).status
      await end()
      expect(status).toBe(503)
      expect(stored.length).toBeGreaterThan(10)
      await expectStopped(world, 'SQLITE_IOERR_FSYNC')
      await expectRecovered(world)
    },
    TEST_TIMEOUT,
  )

  test(
    'makes commits durable even without free descriptors',
    async () => {
      const { binary, server, post } = await start()
      const log = join(binary.dataDir, 'milepost.db-wal')
      const trace = join(binary.folder, 'trace')
      const calls = ['-e', 'trace=openat,fsync', '-e', 'inject=openat:error=EMFILE']
      const end = await inject(server.pid, '-P', log, ...calls, '-o', trace)
      expect((await post(server.url, 'scarce')).status).toBe(201)
      await end()
      const traced = readFileSync(trace, 'utf8')
      expect(traced).toMatch(/fsync\(\d+\)\s+= 0/)
      expect(traced).not.toContain('EMFILE')
    },
    TEST_TIMEOUT,
  )
})

test(
  'a server whose database file is moved away rejects writes, and does not start without it',
  async () => {
    const world = await start()
    const { binary, server, post, serve } = world
    const database = join(binary.dataDir, 'milepost.db')
    expect((await post(server.url, 'before')).status).toBe(201)
    renameSync(database, `${database}.away`)
    expect((await post(server.url, 'during')).status).toBe(503)
    await expectStopped(world, 'was deleted while it was in use')
    await server.stop()
    await expect(serve()).rejects.toThrow('the database was lost')
    renameSync(`${database}.away`, database)
    await expectRecovered(world)
  },
  TEST_TIMEOUT,
)
