import { expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { afterTest } from '../support/after-test'
import { aRide } from '../support/archives'
import { newTestFolder } from '../support/folder'
import { openSocket } from '../support/raw-http'

const STARTS_WITHIN = 60_000

const ACCOUNT = { username: 'ann', email: 'ann@example.com', password: 'correct horse battery' }

/** A server in a separate process, from the sources, with one account and a limit of open files. */
async function serving({ descriptors = 1024 } = {}) {
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
  const limited = ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(descriptors)]
  const process_ = Bun.spawn([...limited, process.execPath, 'src/main.ts', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterTest(async () => {
    process_.kill('SIGKILL')
    await process_.exited
  })
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
  return { process: process_, run, url, port, token, dataDir: join(dataDir, 'data') }
}

/** The number of files and connections that a process has open. */
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

const filesBelow = (folder: string) => [
  ...new Bun.Glob('**/*').scanSync({ cwd: folder, dot: true, onlyFiles: true }),
]

test(
  'serve stops soon, whatever clients do, and deletes incomplete uploads',
  async () => {
    const server = await serving()
    const upload = await openSocket(
      server.url,
      [
        ...['POST /api/workouts HTTP/1.1', 'Host: nas', `Authorization: Bearer ${server.token}`],
        ...['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000000', '', ''],
        ...['--b', 'Content-Disposition: form-data; name="file"; filename="a.gpx"', '', '<gpx>'],
        // The server opens a file for it after the first 64 KiB.
        'x'.repeat(100_000),
      ].join('\r\n'),
    )
    const silent = await openSocket(server.url, 'GET /api/ping HTTP/1.1\r\nHost: nas\r\n')
    const uploads = join(server.dataDir, 'uploads')
    while (filesBelow(uploads).length === 0) await Bun.sleep(10)
    server.process.kill('SIGTERM')
    // Active clients could delay it for minutes; the time limit of the test is much lower.
    expect(await server.process.exited).toBe(0)
    expect(filesBelow(uploads)).toEqual([])
    for (const socket of [upload, silent]) socket.destroy()
  },
  STARTS_WITHIN * 3,
)

test(
  'serve creates files that only its user can read',
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

test(
  'serve rejects uploads at its limit of open files, and accepts them afterwards',
  async () => {
    const server = await serving({ descriptors: 100 })
    const upload = () => {
      const body = new FormData()
      body.set('file', new File([aRide(1)], 'ride.gpx'))
      body.set('data', '{"sport_id": 1}')
      const headers = { authorization: `Bearer ${server.token}` }
      return fetch(`${server.url}/api/workouts`, { method: 'POST', headers, body })
    }
    const sockets: Socket[] = []
    const open = () => openFiles(server.process.pid)
    const first = fetch(`${server.url}/api/ping`, { keepalive: true })
    expect((await first).status).toBe(200)
    const idle = open()
    while (open() < 96) sockets.push(await openSocket(server.url, 'GET /api/ping HTTP/1.1\r\n'))
    const refused = await upload()
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { code: 'busy', message: 'the server is busy, please try again later', status: 'error' },
    ])
    for (const socket of sockets) socket.destroy()
    while (open() > idle) await Bun.sleep(20)
    expect((await upload()).status).toBe(201)
    server.process.kill('SIGTERM')
    expect(await server.process.exited).toBe(0)
  },
  STARTS_WITHIN * 3,
)

test(
  'a second server on the same port fails with a message, and the first one continues',
  async () => {
    const server = await serving()
    const other = ['--data-dir', newTestFolder()]
    const second = server.run('serve', ...other)
    expect(await second.exited).toBe(4)
    expect(await new Response(second.stderr).text()).toBe(
      `Cannot listen on 127.0.0.1:${server.port}: something listens there already, maybe another Milepost. Stop it, or choose another --port.\n`,
    )
    expect((await fetch(`${server.url}/api/ping`)).status).toBe(200)
    const elsewhere = server.run('serve', '--host', '192.0.2.1', ...other)
    expect(await elsewhere.exited).toBe(2)
    expect(await new Response(elsewhere.stderr).text()).toContain(
      'this machine has no such address',
    )
  },
  STARTS_WITHIN * 3,
)
