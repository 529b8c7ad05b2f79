import { availableParallelism } from 'node:os'

interface Job {
  request: unknown
  settle: { resolve: (value: unknown) => void; reject: (reason: unknown) => void }
}

/** What a worker answers: the value, or what its code threw. */
export type Reply = { ok: true; value: unknown } | { ok: false; failure: unknown }

export interface PoolOptions {
  /** Makes a worker; called again when one was lost. */
  spawn: () => Worker
  /** Milliseconds after which a job is given up and its worker replaced. */
  timeLimit: number
  /** What a job that ran out of time, or whose worker died, is rejected with. */
  lost: (reason: 'time' | 'crash') => Error
  /** What a reply that is no value means. */
  failed: (failure: unknown) => Error
  /** Number of workers; cores − 1, at least 1, when absent. */
  size?: number
}

/**
 * Runs jobs on a few workers, one at a time each, in the order of arrival. A job that never ends or brings its
 * worker down fails alone: the worker is replaced.
 */
export class WorkerPool<Request, Value> {
  readonly #options: PoolOptions
  readonly #size: number
  readonly #idle: Worker[] = []
  readonly #waiting: Job[] = []
  readonly #busy = new Set<Worker>()
  #stopped = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#size = options.size ?? Math.max(1, availableParallelism() - 1)
  }

  run(request: Request): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        request,
        settle: { resolve: resolve as (value: unknown) => void, reject },
      })
      this.#next()
    })
  }

  /** Ends all workers; jobs under way are rejected as crashed. */
  stop(): void {
    this.#stopped = true
    for (const worker of [...this.#idle, ...this.#busy]) worker.terminate()
    for (const { settle } of this.#waiting.splice(0)) settle.reject(this.#options.lost('crash'))
  }

  #next(): void {
    if (this.#stopped || this.#waiting.length === 0) return
    const worker =
      this.#idle.pop() ?? (this.#busy.size < this.#size ? this.#options.spawn() : undefined)
    const job = worker && this.#waiting.shift()
    if (worker && job) this.#start(worker, job)
  }

  #start(worker: Worker, { request, settle }: Job): void {
    this.#busy.add(worker)
    const timer = setTimeout(() => giveUp('time'), this.#options.timeLimit)
    const finish = (alive: boolean) => {
      clearTimeout(timer)
      this.#busy.delete(worker)
      if (alive) this.#idle.push(worker)
      else worker.terminate()
      this.#next()
    }
    const giveUp = (reason: 'time' | 'crash') => {
      settle.reject(this.#options.lost(reason))
      finish(false)
    }
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      if (data.ok) settle.resolve(data.value)
      else settle.reject(this.#options.failed(data.failure))
      finish(true)
    }
    worker.onerror = () => giveUp('crash')
    worker.postMessage(request)
  }
}
