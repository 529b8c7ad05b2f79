import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { WorkerMessage } from './jobs'
import type { PoolWorker } from './worker-slot'

/** The argument with which the executable runs as a worker of its parent process, instead of running a command. */
export const WORKER_PROCESS = 'worker-process'

interface Options {
  /** Anonymous resident megabytes above which the process is killed. */
  maxMegabytes: number
  /** Called before a process is killed because of its memory. */
  tooLarge: (megabytes: number) => void
}

/** Milliseconds between checks of the memory of a process. */
const LOOK_EVERY = 50
/**
 * Memory size in bytes that the engine assumes for garbage collection. With it, a million points take 180 MB instead of
 * 225 MB.
 */
const PRETENDED_MEMORY = 64 * 1024 * 1024

/**
 * Starts a child process that runs the jobs of a worker thread. Bun cannot limit the memory of threads, and a crash of
 * one ends the server. When a process crashes or is killed because of its memory, only its current job is lost.
 *
 * @throws Error when no process can be started.
 */
export function spawnWorkerProcess(options: Options): PoolWorker {
  return new WorkerProcess(options)
}

class WorkerProcess extends EventTarget implements PoolWorker {
  readonly #child: Bun.Subprocess
  readonly #looks: NodeJS.Timeout | undefined

  constructor(options: Options) {
    super()
    this.#child = Bun.spawn(commandLine(), {
      argv0: process.execPath,
      env: { ...process.env, BUN_JSC_forceRAMSize: String(PRETENDED_MEMORY) },
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (data: WorkerMessage) => this.dispatchEvent(new MessageEvent('message', { data })),
      onExit: () => {
        clearInterval(this.#looks)
        this.dispatchEvent(new Event('close'))
      },
    })
    void beKilledFirst(this.#child.pid)
    if (process.platform !== 'linux') return
    this.#looks = setInterval(() => this.#look(options), LOOK_EVERY)
    this.#looks.unref()
  }

  postMessage(message: unknown): void {
    this.#child.send(message)
  }

  terminate(): void {
    clearInterval(this.#looks)
    this.#child.kill('SIGKILL')
  }

  ref(): void {
    this.#child.ref()
  }

  unref(): void {
    this.#child.unref()
  }

  #look({ maxMegabytes, tooLarge }: Options): void {
    const megabytes = anonymousMegabytes(this.#child.pid)
    if (megabytes <= maxMegabytes) return
    tooLarge(megabytes)
    this.terminate()
  }
}

/** When run from sources, Bun runs the worker file directly. The executable always starts with its main file. */
const commandLine = (): string[] =>
  import.meta.path.startsWith(EMBEDDED)
    ? [ownProgram(), WORKER_PROCESS]
    : [process.execPath, fileURLToPath(new URL('./track-worker.ts', import.meta.url))]

/** On Linux, `/proc/self/exe` is the executable of this process even if an update has replaced the file. */
const ownProgram = () => (process.platform === 'linux' ? '/proc/self/exe' : process.execPath)

/** The folder of the embedded files of a compiled executable. */
const EMBEDDED = '/$bunfs/'

/** When memory is exhausted, the kernel kills this process rather than the server. */
const beKilledFirst = (pid: number): Promise<void> =>
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined)

/** Memory that cannot be reclaimed by reading files again, in megabytes; 0 for a process that has ended. */
function anonymousMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
