import type { WorkerLoss } from '@/lib/system-errors'
import type { WorkerMessage } from './jobs'

/** A thread or child process that runs jobs. `ref` and `unref` determine whether it keeps this process running. */
export interface PoolWorker extends EventTarget {
  postMessage: (message: unknown) => void
  terminate: () => void
  ref: () => void
  unref: () => void
}

/** Callbacks for the end of a job and for changes of its state. */
export interface JobListener {
  done: (value: unknown) => void
  failed: (failure: unknown) => void
  lost: (reason: WorkerLoss) => void
  /** The job begins to wait for other servers, so that its place is free. */
  waits: () => void
}

/** A worker with its current job and the remaining time for it. */
export class WorkerSlot {
  readonly #worker: PoolWorker
  #listener: JobListener | undefined
  #timer: NodeJS.Timeout | undefined
  /** Remaining milliseconds of work for the job. */
  #left = 0
  /** Start of the current period of work. */
  #since = 0
  #state: 'idle' | 'works' | 'waits' | 'dead' = 'idle'

  constructor(worker: PoolWorker) {
    this.#worker = worker
    worker.addEventListener('message', (event) =>
      this.#receive((event as MessageEvent<WorkerMessage>).data),
    )
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#die()
    })
    worker.addEventListener('close', () => this.#die())
  }

  /** `waits`: the job waits for other servers; `dead`: the worker has ended. */
  get state() {
    return this.#state
  }

  /** Whether its job has worked for at least `milliseconds` without a pause. */
  hasWorkedFor(milliseconds: number): boolean {
    return this.#state === 'works' && performance.now() - this.#since >= milliseconds
  }

  /** Sends a job, which may take `timeLimit` milliseconds of work, to the worker, which must be idle. */
  start(request: unknown, timeLimit: number, listener: JobListener): void {
    this.#listener = listener
    this.#left = timeLimit
    this.#work()
    this.#worker.ref()
    this.#worker.postMessage(request)
  }

  /** Runs `then` after a time without work. This does not keep the process running. */
  rest(milliseconds: number, then: () => void): void {
    this.#worker.unref()
    this.#timer = setTimeout(then, milliseconds)
    this.#timer.unref()
  }

  /** Ends the worker. Its current job is lost. */
  end(reason: WorkerLoss = 'crash'): void {
    this.#state = 'dead'
    const listener = this.#leaveJob()
    this.#worker.terminate()
    listener?.lost(reason)
  }

  #receive(message: WorkerMessage): void {
    if (this.#state === 'dead') return
    if (message.kind === 'waits') this.#pause()
    else if (message.kind === 'resumes') this.#work()
    else {
      this.#state = 'idle'
      const listener = this.#leaveJob()
      if (message.kind === 'done') listener?.done(message.value)
      else listener?.failed(message.failure)
    }
  }

  /** Begins a period of work. */
  #work(): void {
    this.#state = 'works'
    this.#since = performance.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end('time'), this.#left)
  }

  #pause(): void {
    this.#left -= performance.now() - this.#since
    clearTimeout(this.#timer)
    this.#state = 'waits'
    this.#listener?.waits()
  }

  #die(): void {
    if (this.#state !== 'dead') this.end()
  }

  #leaveJob(): JobListener | undefined {
    const listener = this.#listener
    clearTimeout(this.#timer)
    this.#listener = undefined
    return listener
  }
}
