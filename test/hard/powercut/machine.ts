import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { credentialsOf, endProcess, runToEnd, type VictimAnswer } from '../victim'

const READY_WITHIN = 60_000
const ANSWER_WITHIN = 60_000

/** The credentials and body of a request. */
export interface Call {
  token?: string | undefined
  json?: unknown
  form?: FormData
  body?: BodyInit
  headers?: Record<string, string>
}

/** The executable, with its data on a disk whose power can be cut. */
export class Machine {
  readonly program: string
  readonly dataDir: string
  readonly env: Record<string, string>
  readonly #home: string
  readonly #output: string
  #url = ''
  #child: Bun.Subprocess | undefined

  /** `home` is a folder on another disk. */
  constructor(program: string, disk: string, home: string) {
    this.program = program
    this.#home = home
    this.#output = join(home, 'output')
    this.dataDir = join(disk, 'data')
    mkdirSync(home, { recursive: true })
    this.env = {
      ...{ PATH: '/usr/bin:/bin', HOME: home, DATA_DIR: this.dataDir, LOG_LEVEL: 'warn' },
      ...{ TILE_SERVER_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', AUTH_RATE_LIMITS: 'off' },
      ...{ APP_LOG: join(home, 'log'), API_RATE_LIMITS: 'off' },
    }
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /**
   * Starts the server. Returns false if it exits at once or is not ready in time, except because its port was just
   * taken.
   */
  async start(wrapper: readonly string[] = []): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const isUp = await this.#startOnce(wrapper)
      if (isUp || attempt === 3 || !this.log().includes('listens there already')) return isUp
    }
  }

  async #startOnce(wrapper: readonly string[]): Promise<boolean> {
    rmSync(this.#output, { force: true })
    const port = freePort()
    this.#url = `http://127.0.0.1:${port}`
    const child = Bun.spawn([...wrapper, this.program, 'serve'], {
      cwd: this.#home,
      env: { ...this.env, PORT: String(port) },
      stdio: ['ignore', Bun.file(this.#output), Bun.file(this.#output)],
    })
    this.#child = child
    const limit = performance.now() + READY_WITHIN
    while (child.exitCode === null && child.signalCode === null && performance.now() < limit) {
      if ((await this.call('GET', '/api/ping').catch(() => undefined))?.status === 200) return true
      await Bun.sleep(20)
    }
    await this.end('SIGKILL')
    return false
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    return this.#child ? endProcess(this.#child, signal) : null
  }

  /** Stops the processes of the server while `work` runs. */
  freeze(work: () => void): void {
    if (this.pid > 0 && this.#child?.exitCode === null) process.kill(this.pid, 'SIGSTOP')
    try {
      work()
    } finally {
      if (this.pid > 0 && this.#child?.exitCode === null) process.kill(this.pid, 'SIGCONT')
    }
  }

  command(...args: string[]): Promise<{ code: number; output: string }> {
    return runToEnd([this.program, ...args], { cwd: this.#home, env: this.env })
  }

  /** Status 0 means that there was no response. */
  async call(method: string, path: string, call: Call = {}): Promise<VictimAnswer> {
    const { token, json, form, body, headers = {} } = call
    const sent = new Headers(headers)
    if (token !== undefined) sent.set('authorization', `Bearer ${token}`)
    if (json !== undefined) sent.set('content-type', 'application/json')
    const payload = json === undefined ? (form ?? body ?? null) : JSON.stringify(json)
    const signal = AbortSignal.timeout(ANSWER_WITHIN)
    const response = await fetch(this.#url + path, { method, headers: sent, body: payload, signal })
    // The arrival of the status is the acknowledgement. Power is cut before the body is read.
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }

  async login(name: string, password: string): Promise<string | undefined> {
    const json = { ...credentialsOf(name), password }
    const { body } = await this.call('POST', '/api/auth/login', { json }).catch(() => NO_ANSWER)
    return body?.auth_token
  }

  /** The output and log of the server. */
  log(): string {
    const files = [this.#output, join(this.#home, 'log')].filter((file) => existsSync(file))
    return files.map((file) => readFileSync(file, 'utf8')).join('\n')
  }
}

/** The result of a request without a response. */
export const NO_ANSWER: VictimAnswer = { status: 0, body: undefined }
