import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'

export const PASSWORD = 'correct horse battery'
const READY_WITHIN = 20_000

/** A process that serves requests and is measured. */
export interface ServerProcess {
  port: number
  pid: () => number
}

/** The executable with a separate data folder, which can be started and killed repeatedly. */
export interface BenchServer extends ServerProcess {
  dataDir: string
  url: string
  /** Runs a command to its end. @throws Error with its output when it fails. */
  command: (...args: string[]) => string
  /** Resolves with the milliseconds until the first response. */
  start: () => Promise<number>
  /** Sends a signal and waits for the end. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  /** Creates an account and returns a client for it. */
  user: (name: string, role?: string) => Promise<Client>
  residentMb: () => number
  remove: () => void
}

/** Calls the API and parses the JSON response. */
export type Client = (method: string, path: string, body?: FormData | object) => Promise<Answer>

/** The parts of responses that are read here. */
export interface Answer {
  auth_token: string
  data: { task_id: string; equipments: { id: string }[] }
  task: { status: string; new_workouts_count: number; progress: number }
  request: { status: string; file_size: string } | null
}

/** Prepares a server for measurements and stress tests. The executable must have been built. */
export function benchServer(program: string, settings: Record<string, string> = {}): BenchServer {
  const root = mkdtempSync(join(tmpdir(), 'milepost-bench-'))
  const dataDir = join(root, 'data')
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ PATH: '/usr/bin:/bin', HOME: root, DATA_DIR: dataDir, PORT: String(port) },
    ...{ TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', LOG_LEVEL: 'error' },
    ...{ AUTH_RATE_LIMITS: 'off', ...settings },
  }
  let child: ReturnType<typeof spawn> | undefined
  const spawn = () =>
    Bun.spawn([program, 'serve'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const command = (...args: string[]) => {
    const done = Bun.spawnSync([program, ...args], { cwd: root, env })
    if (!done.success) throw new Error(`${args.join(' ')}: ${done.stderr}`)
    return done.stdout.toString()
  }
  return {
    ...{ dataDir, url, port, command },
    pid: () => child?.pid ?? 0,
    start: () => {
      child = spawn()
      return untilUp(child, `${url}/api/ping`)
    },
    end: async (signal) => {
      child?.kill(signal)
      await child?.exited
    },
    user: async (name, role = 'user') => {
      const email = `${name}@example.com`
      const account = ['--email', email, '--password', PASSWORD, '--role', role]
      command('users', 'create', name, ...account)
      return clientOf(url, await logIn(url, email))
    },
    residentMb: () => residentMb(child?.pid ?? 0),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Waits for the first response of a process that was just started. Returns the milliseconds. */
export async function untilUp(child: Bun.Subprocess, url: string): Promise<number> {
  const started = performance.now()
  while (!(await isUp(url))) {
    if (child.exitCode !== null || performance.now() > started + READY_WITHIN)
      throw new Error('The server did not start.')
    await Bun.sleep(2)
  }
  return performance.now() - started
}

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** A session token of the account. */
export const logIn = (url: string, email: string): Promise<string> =>
  logInAt(`${url}/api/auth/login`, email)

/** A session token of the account, with another URL for the login. */
export const logInAt = async (url: string, email: string): Promise<string> =>
  (await call(url, '', ['POST', '', { email, password: PASSWORD }])).auth_token

const clientOf =
  (url: string, token: string): Client =>
  (...request) =>
    call(url, token, request)

async function call(
  url: string,
  token: string,
  [method, path, body]: Parameters<Client>,
): Promise<Answer> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const isForm = body instanceof FormData
  if (body && !isForm) headers['content-type'] = 'application/json'
  const payload = isForm ? body : body && JSON.stringify(body)
  const answer = await fetch(url + path, { method, headers, body: payload ?? null })
  return (await answer.json()) as Answer
}

/** The form of an upload. */
export function uploadForm(archive: string, data: object): FormData {
  const form = new FormData()
  form.set('file', Bun.file(archive), 'rides.zip')
  form.set('data', JSON.stringify(data))
  return form
}

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number => statusMb(pid, 'VmRSS')

/** A line of `/proc/<pid>/status` in MB. */
export const statusMb = (pid: number, name: string): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}
