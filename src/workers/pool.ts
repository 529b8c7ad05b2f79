import { availableParallelism } from 'node:os'
import { type Loss, type PoolWorker, type SlotJob, WorkerSlot } from './worker-slot'

export interface PoolOptions<Request> {
  /** Makes a worker; called when there is work for it. */
  spawn: () => PoolWorker
  /** Milliseconds of work after which a job is given up and its worker replaced; waiting for others does not count. */
  timeLimit: number
  /** Milliseconds without work after which a worker ends and gives its memory back. */
  idleLimit: number
  /** What a job that ran out of time, or whose worker died, is rejected with. */
  lost: (reason: Loss, request: Request) => Error
  /** What a failure that a worker reports is rejected with. */
  failed: (failure: unknown, request: Request) => Error
  /** Is told when the last worker has ended for want of work. */
  emptied?: () => void
  /** Number of workers that work at the same time; as many as cores when absent. */
  size?: number
  /** Number of workers beyond that, while others wait. */
  reserve?: number
  /** Whether a job lets all others go first; without it none does. */
  canWait?: (request: Request) => boolean
  /**
   * Whether a job is short and never waits for others: such jobs that let all others go first are sent to a worker one
   * ahead, so that it has no pause while the main thread is busy.
   */
  isSteady?: (request: Request) => boolean
  /**
   * Milliseconds for which such a job has to do without a new worker on the last processor: until it has compiled its
   * code, it takes as much time from the main thread as it saves.
   */
  patience?: (request: Request) => number
}

interface Job<Request, Value> {
  request: Request
  resolve: (value: Value) => void
  reject: (reason: Error) => void
}

const DEFAULT_RESERVE = 4
/** Of a job of which nothing else is known. */
export const DEFAULT_PATIENCE = 1500

/**
 * Runs jobs on a few workers, one at a time each, in the order of arrival, those first that cannot wait. A job that
 * never ends or brings its worker down fails alone: the worker is replaced. Workers are made when they are needed and
 * end when they are not.
 */
export class WorkerPool<Request, Value> {
  readonly #options: PoolOptions<Request>
  readonly #size: number
  readonly #most: number
  readonly #idle: WorkerSlot[] = []
  readonly #busy = new Set<WorkerSlot>()
  readonly #queue: Job<Request, Value>[] = []
  /** Jobs that can wait, and since when there are any. */
  readonly #later: Job<Request, Value>[] = []
  #laterSince = 0
  #patience: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: PoolOptions<Request>) {
    this.#options = options
    this.#size = options.size ?? availableParallelism()
    this.#most = this.#size + (options.reserve ?? DEFAULT_RESERVE)
  }

  /** Number of workers that exist at the moment. */
  get workers(): number {
    return this.#idle.length + this.#busy.size
  }

  run(request: Request): Promise<Value> {
    return new Promise((resolve, reject) => {
      const canWait = this.#options.canWait?.(request) === true
      if (canWait && this.#later.length === 0) this.#laterSince = performance.now()
      const queue = canWait ? this.#later : this.#queue
      queue.push({ request, resolve, reject })
      this.#next()
    })
  }

  /** Ends all workers; jobs that are not done, and those that come later, are rejected as stopped. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#patience)
    for (const slot of [...this.#idle.splice(0), ...this.#busy]) slot.end('stop')
    this.#next()
  }

  /** Gives free places first to jobs that want to go on, then to new ones. */
  #next(): void {
    if (this.#stopped) {
      for (const { request, reject } of [...this.#queue.splice(0), ...this.#later.splice(0)])
        reject(this.#options.lost('stop', request))
      return
    }
    for (const slot of this.#busy) if (slot.state === 'ready' && this.#hasPlace()) slot.goOn()
    while (this.#hasPlace() && this.#busy.size < this.#most) {
      const job = this.#queue.shift() ?? this.#takeLater()
      if (!job) break
      this.#start(job)
    }
    if (this.#queue.length === 0) for (const slot of this.#busy) this.#follow(slot)
  }

  /** Sends a worker the job that it does next, if there is one that may be. */
  #follow(slot: WorkerSlot): void {
    const [job] = this.#later
    if (!(job && slot.hasRoom && this.#isSteady(job))) return
    this.#later.shift()
    slot.follow(this.#jobFor(slot, job), () => this.#later.unshift(job))
  }

  #isSteady({ request }: Job<Request, Value>): boolean {
    return this.#options.isSteady?.(request) === true
  }

  /** The first job that can wait, if there is a worker for it or it has been patient. */
  #takeLater(): Job<Request, Value> | undefined {
    if (this.#idle.length > 0 || this.#working < this.#size - 1 || this.#working === 0)
      return this.#later.shift()
    const [first] = this.#later
    if (first === undefined) return undefined
    const waited = performance.now() - this.#laterSince
    const left = (this.#options.patience?.(first.request) ?? DEFAULT_PATIENCE) - waited
    if (left <= 0) return this.#later.shift()
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#next(), left).unref()
    return undefined
  }

  #hasPlace(): boolean {
    return this.#working < this.#size
  }

  get #working(): number {
    let working = 0
    for (const { state } of this.#busy) if (state === 'works') working += 1
    return working
  }

  #start(job: Job<Request, Value>): void {
    const slot = this.#takeIdle() ?? this.#makeSlot()
    if (!slot) {
      job.reject(this.#options.lost('crash', job.request))
      return
    }
    this.#busy.add(slot)
    slot.start(this.#jobFor(slot, job))
  }

  #jobFor(slot: WorkerSlot, job: Job<Request, Value>): SlotJob {
    const { request, resolve, reject } = job
    return {
      request,
      timeLimit: this.#options.timeLimit,
      isSteady: this.#isSteady(job),
      listener: {
        done: (value) => this.#leave(slot, () => resolve(value as Value)),
        failed: (failure) =>
          this.#leave(slot, () => reject(this.#options.failed(failure, request))),
        lost: (reason) => this.#leave(slot, () => reject(this.#options.lost(reason, request))),
        changed: () => this.#next(),
      },
    }
  }

  #takeIdle(): WorkerSlot | undefined {
    let slot = this.#idle.pop()
    while (slot?.state === 'dead') slot = this.#idle.pop()
    return slot
  }

  /** Undefined when the system has no thread left for one. */
  #makeSlot(): WorkerSlot | undefined {
    try {
      return new WorkerSlot(this.#options.spawn())
    } catch {
      return undefined
    }
  }

  #leave(slot: WorkerSlot, settle: () => void): void {
    // It may have begun the next job already.
    if (slot.state !== 'works') this.#busy.delete(slot)
    if (slot.state === 'idle') {
      this.#idle.push(slot)
      slot.rest(this.#options.idleLimit, () => {
        this.#idle.splice(this.#idle.indexOf(slot), 1)
        slot.end()
        if (this.workers === 0) this.#options.emptied?.()
      })
    }
    settle()
    this.#next()
  }
}
