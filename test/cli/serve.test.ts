import { expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { newTestFolder } from '../support/folder'
import { openSocket } from '../support/raw-http'

const STARTS_WITHIN = 20_000
/** It gives up after five seconds; the rest is for slow machines. */
const STOPS_WITHIN = 9000

const ACCOUNT = { username: 'ann', email: 'ann@example.com', password: 'correct horse battery' }

/** A server in a process of its own, from the sources, with one account. */
async function serving() {
  const dataDir = newTestFolder()
  const port = freePort()
  const env = {
    ...{ PATH: process.env.PATH ?? '', DATA_DIR: join(dataDir, 'data'), PORT: String(port) },
    APP_LOG: join(dataDir, 'log'),
  }
  const run = (...args: string[]) =>
    Bun.spawn([process.execPath, 'src/main.ts', ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const { username, email, password } = ACCOUNT
  const create = run('users', 'create', username, '--email', email, '--password', password)
  expect(await create.exited).toBe(0)
  const process_ = run('serve')
  const url = `http://127.0.0.1:${port}`
  const since = performance.now()
  while (!(await fetch(`${url}/api/ping`).catch(() => undefined))) {
    if (performance.now() - since > STARTS_WITHIN) throw new Error('the server did not start')
    await Bun.sleep(20)
  }
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { auth_token: token } = (await answer.json()) as { auth_token: string }
  return { process: process_, url, token, dataDir: join(dataDir, 'data') }
}

const filesBelow = (folder: string) => [
  ...new Bun.Glob('**/*').scanSync({ cwd: folder, dot: true, onlyFiles: true }),
]

test(
  'serve stops soon, whatever clients do, and leaves nothing of what was arriving',
  async () => {
    const server = await serving()
    const upload = await openSocket(
      server.url,
      [
        ...['POST /api/workouts HTTP/1.1', 'Host: nas', `Authorization: Bearer ${server.token}`],
        ...['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000000', '', ''],
        ...['--b', 'Content-Disposition: form-data; name="file"; filename="a.gpx"', '', '<gpx>'],
      ].join('\r\n'),
    )
    const silent = await openSocket(server.url, 'GET /api/ping HTTP/1.1\r\nHost: nas\r\n')
    const uploads = join(server.dataDir, 'uploads')
    while (filesBelow(uploads).length === 0) await Bun.sleep(10)
    const since = performance.now()
    server.process.kill('SIGTERM')
    expect(await server.process.exited).toBe(0)
    expect(performance.now() - since).toBeLessThan(STOPS_WITHIN)
    expect(filesBelow(uploads)).toEqual([])
    for (const socket of [upload, silent]) socket.destroy()
  },
  STARTS_WITHIN * 3,
)

test(
  'what serve makes is for its own user alone',
  async () => {
    const server = await serving()
    server.process.kill('SIGTERM')
    await server.process.exited
    const entries = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    const modes = entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [entry.name, (statSync(path).mode & 0o777).toString(8)]
    })
    expect(modes).toContainEqual(['milepost.db', '600'])
    expect(modes).toContainEqual(['uploads', '700'])
    expect(modes.filter(([, mode]) => mode !== '600' && mode !== '700')).toEqual([])
    expect((statSync(server.dataDir).mode & 0o777).toString(8)).toBe('700')
  },
  STARTS_WITHIN * 3,
)
