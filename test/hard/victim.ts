import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { within } from './within'

const PASSWORD = 'correct horse battery staple'
const READY_WITHIN = 30_000
/** Time limit in milliseconds of a ping while the server starts. */
const PING_WITHIN = 5000
/**
 * Time limit in milliseconds of any other request: large recordings of several uploads are read one after another, at
 * most twice.
 */
const ANSWER_WITHIN = 300_000
/** Milliseconds from a signal to the exit of the server: three times as long as systemd waits. */
const END_WITHIN = 60_000
/** Default time limit of a command in milliseconds. */
const COMMAND_WITHIN = 300_000

/** The executable with a separate data folder, to be attacked, killed and restarted. */
export interface Victim {
  /** The executable. */
  program: string
  url: string
  dataDir: string
  pid: () => number
  start: () => Promise<void>
  /** Sends a signal and waits for the exit. Returns the exit code. @throws Error when it does not exit in time. */
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>
  /** Runs a command to its end. */
  command: (...args: string[]) => Promise<{ code: number; output: string }>
  /** Creates an account and returns a session token. */
  account: (name: string, role?: 'user' | 'moderator' | 'admin' | 'owner') => Promise<string>
  /** Calls the API and parses the JSON response, if any. */
  call: (method: string, path: string, options?: CallOptions) => Promise<VictimAnswer>
  /** Calls the API and returns the response as text. */
  ask: (method: string, path: string, options?: AskOptions) => Promise<VictimText>
  /** The resident memory of the server and the private memory of its child processes. */
  residentMb: () => number
  /** The ids of the processes that the server has started. */
  children: () => number[]
  /** The log of the server. */
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

/** How a victim differs from the default. */
interface Surroundings {
  /** The disk of its data. */
  place?: string
  /** Additional settings. */
  env?: Record<string, string>
  /** A prefix for the command line of the server. */
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
      return child ? endProcess(child, signal) : null
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
    residentMb: () =>
      childrenOf(pid()).reduce(
        (sum, child) => sum + memoryMb(child, 'RssAnon'),
        memoryMb(pid(), 'VmRSS'),
      ),
    children: () => childrenOf(pid()),
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
  const request = fetch(url, { method, headers, body: payload }).then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }))
  return within(`the answer to ${method} ${new URL(url).pathname}`, ANSWER_WITHIN, request)
}

/**
 * Sends a signal to a server and waits for its exit. Returns the exit code. @throws Error when it does not exit in
 * time; it is killed then.
 */
export async function endProcess(
  child: Bun.Subprocess,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<number | null> {
  child.kill(signal)
  try {
    await within(`the end of the server after ${signal}`, END_WITHIN, child.exited)
  } catch (error) {
    child.kill('SIGKILL')
    await Promise.race([child.exited, Bun.sleep(PING_WITHIN)])
    throw error
  }
  return child.exitCode
}

/** A response with its body parsed as JSON, if possible. */
function parsed({ status, text }: VictimText): VictimAnswer {
  try {
    return { status, body: JSON.parse(text) }
  } catch {
    return { status, body: undefined }
  }
}

/**
 * Runs a program to its end without blocking. Returns its exit code and its output. @throws Error when it does not exit
 * within `limit` milliseconds; it is killed then.
 */
export async function runToEnd(
  command: string[],
  {
    limit = COMMAND_WITHIN,
    ...options
  }: { cwd?: string; env?: Record<string, string>; limit?: number } = {},
): Promise<{ code: number; output: string; stdout: string }> {
  const child = Bun.spawn(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  try {
    const [stdout, stderr, code] = await within(command.slice(0, 3).join(' '), limit, ended)
    return { code, output: `${stdout}${stderr}`, stdout }
  } catch (error) {
    child.kill()
    throw error
  }
}

const isUp = (url: string) =>
  fetch(`${url}/api/ping`, { signal: AbortSignal.timeout(PING_WITHIN) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** A value of `/proc/<pid>/status`; 0 for a process that has exited. */
function memoryMb(pid: number, name: string): number {
  const status = readIfThere(`/proc/${pid}/status`)
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024
}

const childrenOf = (pid: number): number[] =>
  readTasks(pid)
    .flatMap((task) => readIfThere(`/proc/${pid}/task/${task}/children`).split(' '))
    .filter((child) => child !== '')
    .map(Number)

function readTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The form of an upload; `data` describes the workout. */
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
