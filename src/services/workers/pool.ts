import { availableParallelism } from 'node:os'
import type { WorkerLoss } from '@/lib/system-errors'
import { FairQueue } from './fair-queue'
import { type PoolWorker, WorkerSlot } from './worker-slot'

export interface PoolOptions<Request> {
  /** Starts a worker. Called when there is work for it. */
  spawn: () => PoolWorker
  /**
   * Milliseconds of work after which a job fails and its worker is replaced. Time in which the job waits for other
   * servers does not count.
   */
  timeLimit: number
  /** Milliseconds without work after which a worker ends, to release its memory. */
  idleLimit: number
  /** Creates the error for a job that exceeded the time limit or whose worker died. */
  lost: (reason: WorkerLoss, request: Request) => Error
  /** Creates the error for a failure that a worker reports. */
  failed: (failure: unknown, request: Request) => Error
  /** Called when the last worker has ended because there is no work. */
  emptied?: () => void
  /** Number of workers that work at the same time; by default the number of cores. */
  size?: number
  /** Number of additional workers that may be started while others wait for other servers or are slow. */
  reserve?: number
  /** Whether a job is deferred until no other jobs wait. By default no job is. */
  canWait?: (request: Request) => boolean
  /** The share (user) of a job; shares take turns. By default all jobs belong to one share. */
  shareOf?: (request: Request) => unknown
  /**
   * Milliseconds of work after which a job no longer delays the jobs of other shares: additional workers are started
   * for them, up to `reserve`.
   */
  slowAfter?: number
}

interface Job<Request, Value> {
  request: Request
  share: unknown
  isDeferred: boolean
  resolve: (value: Value) => void
  reject: (reason: Error) => void
}

const DEFAULTS = { reserve: 4, slowAfter: 3000 }

/**
 * Runs jobs on a few workers, one job at a time on each, deferred jobs last. Users take turns, so that many or slow
 * files of one user do not delay those of others. A job that never ends or crashes its worker fails alone, and the
 * worker is replaced. Workers are started and ended on demand.
 */
export class WorkerPool<Request, Value> {
  readonly #options: PoolOptions<Request>
  readonly #size: number
  readonly #slowAfter: number
  readonly #idle: WorkerSlot[] = []
  readonly #busy = new Set<WorkerSlot>()
  readonly #queue = new FairQueue<Job<Request, Value>>()
  #slowTimer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: PoolOptions<Request>) {
    this.#options = options
    this.#size = options.size ?? availableParallelism()
    this.#slowAfter = options.slowAfter ?? DEFAULTS.slowAfter
  }

  /** Number of existing workers. */
  get workers(): number {
    return this.#idle.length + this.#busy.size
  }

  run(request: Request): Promise<Value> {
    const { shareOf, canWait } = this.#options
    return new Promise((resolve, reject) => {
      const isDeferred = canWait?.(request) === true
      this.#queue.push({ request, share: shareOf?.(request), isDeferred, resolve, reject })
      this.#next()
    })
  }

  /** Ends all workers. Unfinished and later jobs are rejected as stopped. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#slowTimer)
    for (const slot of [...this.#idle.splice(0), ...this.#busy]) slot.end('stop')
    this.#next()
  }

  /** Starts as many jobs as there are free places. */
  #next(): void {
    if (this.#isStopped) {
      for (const { request, reject } of this.#queue.drain())
        reject(this.#options.lost('stop', request))
      return
    }
    while (this.#hasRoom) {
      const job = this.#takeJob()
      if (!job) break
      this.#start(job)
    }
    // Further jobs can be started next to those that turn out to be slow.
    if (!this.#queue.isEmpty && this.#hasRoom) this.#slowTimer ??= this.#lookForSlow()
  }

  get #hasRoom(): boolean {
    return this.#busy.size < this.#size + (this.#options.reserve ?? DEFAULTS.reserve)
  }

  #lookForSlow(): NodeJS.Timeout {
    const look = () => {
      this.#slowTimer = undefined
      this.#next()
    }
    return setTimeout(look, this.#slowAfter).unref()
  }

  /** When only slow jobs leave room for another one, it must be of a share that has no running job. */
  #takeJob(): Job<Request, Value> | undefined {
    const working = [...this.#busy].filter(({ state }) => state === 'works')
    const quick = working.filter((slot) => !slot.hasWorkedFor(this.#slowAfter))
    if (quick.length >= this.#size) return undefined
    return this.#queue.shift({ onlyIdle: working.length >= this.#size })
  }

  #start(job: Job<Request, Value>): void {
    const { lost, failed, timeLimit } = this.#options
    const { request, resolve, reject } = job
    const slot = this.#takeIdle() ?? this.#createSlot()
    if (!slot) {
      this.#queue.release(job)
      reject(lost('crash', request))
      return
    }
    this.#busy.add(slot)
    const settled = (settle: () => void) => {
      this.#queue.release(job)
      this.#release(slot)
      settle()
      this.#next()
    }
    slot.start(request, timeLimit, {
      done: (value) => settled(() => resolve(value as Value)),
      failed: (failure) => settled(() => reject(failed(failure, request))),
      lost: (reason) => settled(() => reject(lost(reason, request))),
      waits: () => this.#next(),
    })
  }

  #takeIdle(): WorkerSlot | undefined {
    let slot = this.#idle.pop()
    while (slot?.state === 'dead') slot = this.#idle.pop()
    return slot
  }

  /** Returns undefined when the system cannot start another thread. */
  #createSlot(): WorkerSlot | undefined {
    try {
      return new WorkerSlot(this.#options.spawn())
    } catch {
      return undefined
    }
  }

  #release(slot: WorkerSlot): void {
    this.#busy.delete(slot)
    if (slot.state !== 'idle') return
    this.#idle.push(slot)
    slot.rest(this.#options.idleLimit, () => {
      this.#idle.splice(this.#idle.indexOf(slot), 1)
      slot.end()
      if (this.workers === 0) this.#options.emptied?.()
    })
  }
}
