import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'

const PASSWORD = 'correct horse battery staple'
const READY_WITHIN = 30_000

/** The executable on a data folder of its own, to be attacked, killed and started again. */
export interface Victim {
  /** The executable. */
  program: string
  url: string
  dataDir: string
  pid: () => number
  start: () => Promise<void>
  /** Sends a signal and waits for the end; answers the exit code. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>
  /** Runs a command to its end. */
  command: (...args: string[]) => Promise<{ code: number; output: string }>
  /** Makes an account and answers the token of a session. */
  account: (name: string, role?: 'user' | 'moderator' | 'admin' | 'owner') => Promise<string>
  /** Calls the API; the answer is parsed JSON, or nothing. */
  call: (method: string, path: string, options?: CallOptions) => Promise<VictimAnswer>
  /** The same for an answer that is looked at as text. */
  ask: (method: string, path: string, options?: AskOptions) => Promise<VictimText>
  residentMb: () => number
  /** What the server wrote to its log. */
  log: () => string
  remove: () => void
}

interface CallOptions {
  token?: string
  json?: unknown
  form?: FormData
}

interface AskOptions extends CallOptions {
  body?: BodyInit
}

interface VictimText {
  status: number
  text: string
}

export interface VictimAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: attacks look into answers of every shape
  body: any
}

/** How a victim differs from the usual one. */
interface Surroundings {
  /** The disk its data is on. */
  place?: string
  /** More settings. */
  env?: Record<string, string>
  /** What goes before the command line of the server. */
  wrapper?: readonly string[]
}

/** Prepares a victim. */
export function newVictim(
  program: string,
  { place = tmpdir(), env: more = {}, wrapper = [] }: Surroundings = {},
): Victim {
  const root = mkdtempSync(join(place, 'milepost-hard-'))
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(root, 'log')
  const dataDir = join(root, 'data')
  const env = {
    ...{ PATH: '/usr/bin:/bin', HOME: root, DATA_DIR: dataDir, PORT: String(port) },
    ...{ TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', LOG_LEVEL: 'warn' },
    ...{ AUTH_RATE_LIMITS: 'off', APP_LOG: logFile },
    ...more,
  }
  let child: Bun.Subprocess | undefined
  const command: Victim['command'] = (...args) => runToEnd([program, ...args], { cwd: root, env })
  const pid = () => child?.pid ?? 0
  const askVictim: Victim['ask'] = (method, path, options) => ask(url + path, method, options)
  return {
    ...{ program, url, dataDir, pid, command, ask: askVictim },
    call: async (method, path, options) => parsed(await askVictim(method, path, options)),
    start: async () => {
      const serve = [...wrapper, program, 'serve']
      const started = Bun.spawn(serve, { cwd: root, env, stdio: IGNORED })
      child = started
      const limit = performance.now() + READY_WITHIN
      while (!(await isUp(url))) {
        const isOver = started.exitCode !== null || started.signalCode !== null
        if (isOver || performance.now() > limit) throw new Error('the server did not start')
        await Bun.sleep(20)
      }
    },
    end: async (signal) => {
      child?.kill(signal)
      await child?.exited
      return child?.exitCode ?? null
    },
    account: async (name, role = 'user') => {
      const credentials = credentialsOf(name)
      const options = Object.entries({ ...credentials, role }).flatMap(([option, value]) => [
        `--${option}`,
        value,
      ])
      const made = await command('users', 'create', name, ...options)
      if (made.code !== 0) throw new Error(made.output)
      const login = await askVictim('POST', '/api/auth/login', { json: credentials })
      return parsed(login).body.auth_token
    },
    residentMb: () => residentMb(pid()),
    log: () => (Bun.file(logFile).size > 0 ? readFileSync(logFile, 'utf8') : ''),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export const credentialsOf = (name: string) => ({
  email: `${name}@example.com`,
  password: PASSWORD,
})

const IGNORED: ['ignore', 'ignore', 'ignore'] = ['ignore', 'ignore', 'ignore']

async function ask(
  url: string,
  method: string,
  { token, json, form, body }: AskOptions = {},
): Promise<VictimText> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  if (json !== undefined) headers['content-type'] = 'application/json'
  const payload = json === undefined ? (form ?? body ?? null) : JSON.stringify(json)
  const answer = await fetch(url, { method, headers, body: payload })
  return { status: answer.status, text: await answer.text() }
}

/** An answer with its body as JSON, if it is some. */
function parsed({ status, text }: VictimText): VictimAnswer {
  try {
    return { status, body: JSON.parse(text) }
  } catch {
    return { status, body: undefined }
  }
}

/** Runs a program to its end, beside everything else; answers its exit code and all that it printed. */
export async function runToEnd(
  command: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, output: `${stdout}${stderr}` }
}

const isUp = (url: string) =>
  fetch(`${url}/api/ping`).then(
    ({ ok }) => ok,
    () => false,
  )

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/** The form of an upload; `data` is what is said of the workout. */
export function uploadForm(
  name: string,
  content: string | Uint8Array,
  data: Record<string, unknown> = {},
): FormData {
  const form = new FormData()
  form.set(
    'file',
    new File([typeof content === 'string' ? content : new Uint8Array(content)], name),
  )
  form.set('data', JSON.stringify({ sport_id: 1, ...data }))
  return form
}
