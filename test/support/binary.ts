import { copyFileSync, linkSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '@/build/free-port'
import { makeFolder } from './folder'
import { processorMs } from './processor-time'

const PROJECT = resolve(import.meta.dir, '..', '..')
const READY_WITHIN_MS = 120_000
const STOPPED_WITHIN_MS = 15_000

/** Milliseconds for the setup of a test that may have to build the executable. */
export const BUILD_TIMEOUT = 240_000

/** A copy of the executable in a separate folder, without other files that it might depend on. */
export interface InstalledBinary {
  /** The folder of the executable. The working directory and the data folder are different. */
  folder: string
  dataDir: string
  /** Runs a command to its end. */
  run: (args: string[], env?: Record<string, string>) => Finished
  /** Starts `serve`, with a command that executes another one if `launcher` is given, and waits for the first response. */
  serve: (
    args?: string[],
    env?: Record<string, string>,
    launcher?: readonly string[],
  ) => Promise<RunningServer>
  /** Deletes all of it. */
  remove: () => void
}

export interface Finished {
  code: number
  /** Milliseconds of CPU time. */
  processorMs: number
  stdout: string
  stderr: string
}

export interface RunningServer {
  /** The URL of the server with the base path; unused when it listens on a Unix socket. */
  url: string
  pid: number
  /** Milliseconds of CPU time from the start of the process to the first response. */
  startMs: number
  /** Resident memory in MB. */
  residentMb: () => number
  /** The output of the server so far. */
  output: () => string
  /** Sends SIGTERM, and SIGKILL after a while. Resolves to the exit code. */
  stop: () => Promise<{ code: number }>
}

/**
 * Builds the web UI and the executable when they are not up to date.
 *
 * @throws Error with the output of a build that failed.
 */
export function requireBuild(): void {
  // A complete run has built them already, and two simultaneous builds would conflict.
  if (process.env.TEST_RUN) return
  const command = [process.execPath, join(PROJECT, 'src/build/build.ts'), '--if-stale']
  const { success, stderr } = Bun.spawnSync(command)
  if (!success) throw new Error(`The build failed.\n${stderr}`)
}

/** A copy of 150 MB takes longer than most starts; nothing may write into the file. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

/**
 * Builds the executable if it is out of date, and copies it to an empty folder. @throws Error with the output of a
 * failed build.
 */
export function installBinary(): InstalledBinary {
  requireBuild()
  const { folder: root, remove } = makeFolder()
  const [folder, cwd, dataDir] = ['bin', 'elsewhere', 'data'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  Bun.spawnSync(['mkdir', folder, cwd])
  const program = join(folder, 'milepost')
  linkOrCopy(join(PROJECT, 'dist', 'milepost'), program)
  const environment = (env: Record<string, string>) => ({
    PATH: '/usr/bin:/bin',
    HOME: cwd,
    DATA_DIR: dataDir,
    // Most tests compare with recorded numbers of FitTrackee.
    MEASUREMENTS: 'fittrackee',
    ...env,
  })
  return {
    folder,
    dataDir,
    run: (args, env = {}) => {
      const done = Bun.spawnSync([program, ...args], { cwd, env: environment(env) })
      return {
        code: done.exitCode,
        processorMs: Number(done.resourceUsage.cpuTime.total) / 1000,
        stdout: done.stdout.toString(),
        stderr: done.stderr.toString(),
      }
    },
    serve: (args = [], env = {}, launcher = []) =>
      startServer([...launcher, program, 'serve', ...args], { cwd, env: environment(env) }),
    remove,
  }
}

async function startServer(
  command: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<RunningServer> {
  const port = env.PORT ?? String(freePort())
  const base = env.BASE_PATH ?? (env.UI_URL ? new URL(env.UI_URL).pathname.replace(/\/$/, '') : '')
  const url = `http://127.0.0.1:${port}${base}`
  const [, unix] = /^unix:(.+)$/.exec(env.LISTEN ?? '') ?? []
  const started = performance.now()
  const child = Bun.spawn(command, {
    cwd,
    env: { HOST: '127.0.0.1', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) printed.push(chunk)
  })
  const output = () => printed.join('')
  while (!(await answers(url, unix))) {
    if (child.exitCode !== null || performance.now() - started > READY_WITHIN_MS) {
      child.kill('SIGKILL')
      await Promise.all(reading)
      throw new Error(`The server did not start (exit code ${child.exitCode}).\n${output()}`)
    }
    await Bun.sleep(2)
  }
  return {
    url,
    pid: child.pid,
    startMs: processorMs(child.pid),
    residentMb: () => residentMb(child.pid),
    output,
    stop: async () => {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
      const code = await child.exited
      clearTimeout(impatience)
      return { code }
    },
  }
}

const answers = (url: string, unix?: string) =>
  fetch(`${url}/api/ping`, unix ? { unix } : {}).then(
    ({ ok }) => ok,
    () => false,
  )

const residentMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
