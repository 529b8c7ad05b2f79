import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'

const PASSWORD = 'correct horse battery'
const READY_WITHIN = 20_000

/** The executable on a data folder of its own, to be started and killed as often as one likes. */
export interface BenchServer {
  dataDir: string
  /** Runs a command to its end. @throws Error with its output when it fails. */
  command: (...args: string[]) => string
  start: () => Promise<void>
  /** Sends a signal and waits for the end. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  /** Makes an account and answers how to call the API as its user. */
  user: (name: string, role?: string) => Promise<Client>
  residentMb: () => number
  remove: () => void
}

/** Calls the API; the answer is parsed JSON. */
export type Client = (method: string, path: string, body?: FormData | object) => Promise<Answer>

/** What is read of answers. */
export interface Answer {
  auth_token: string
  data: { task_id: string; equipments: { id: string }[] }
  task: { status: string; new_workouts_count: number; progress: number }
  request: { status: string } | null
}

/** Prepares a server for measurements and torture; the executable must have been built. */
export function benchServer(program: string): BenchServer {
  const root = mkdtempSync(join(tmpdir(), 'milepost-bench-'))
  const dataDir = join(root, 'data')
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...{ PATH: '/usr/bin:/bin', HOME: root, DATA_DIR: dataDir, PORT: String(port) },
    ...{ TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', LOG_LEVEL: 'error' },
    AUTH_RATE_LIMITS: 'off',
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
    dataDir,
    command,
    start: async () => {
      child = spawn()
      const limit = performance.now() + READY_WITHIN
      while (!(await isUp(url))) {
        if (child.exitCode !== null || performance.now() > limit)
          throw new Error('The server did not start.')
        await Bun.sleep(5)
      }
    },
    end: async (signal) => {
      child?.kill(signal)
      await child?.exited
    },
    user: async (name, role = 'user') => {
      const email = `${name}@example.com`
      const account = ['--email', email, '--password', PASSWORD, '--role', role]
      command('users', 'create', name, ...account)
      const { auth_token } = await call(url, '', [
        'POST',
        '/api/auth/login',
        { email, password: PASSWORD },
      ])
      return (...request) => call(url, auth_token, request)
    },
    residentMb: () =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))?.[1]) /
      1024,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

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

const isUp = (url: string) =>
  fetch(`${url}/api/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The form of an upload. */
export function uploadForm(archive: string, data: object): FormData {
  const form = new FormData()
  form.set('file', Bun.file(archive), 'rides.zip')
  form.set('data', JSON.stringify(data))
  return form
}
