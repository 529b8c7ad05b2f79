import { GO_ON, type WorkerMessage } from './track-job'

/** A worker that can keep its process alive, or not. */
export type PoolWorker = Worker & { ref: () => void; unref: () => void }

/** Why a job was given up. */
export type Loss = 'time' | 'crash'

/** How a job ends, and what else its worker tells. */
export interface JobListener {
  done: (value: unknown) => void
  failed: (failure: unknown) => void
  lost: (reason: Loss) => void
  /** The job waits for others, or is done waiting. */
  changed: () => void
}

/** A worker with at most one job, and the time that job has left. */
export class WorkerSlot {
  readonly #worker: PoolWorker
  #listener: JobListener | undefined
  #timer: NodeJS.Timeout | undefined
  /** Milliseconds of work the job has left. */
  #left = 0
  /** Since when it works. */
  #since = 0
  #state: 'idle' | 'works' | 'waits' | 'ready' | 'dead' = 'idle'

  constructor(worker: PoolWorker) {
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#hear(data)
    worker.onerror = (event) => {
      event.preventDefault()
      this.#die()
    }
    worker.addEventListener('close', () => this.#die())
  }

  /** `ready`: it has waited and wants to go on; `dead`: it is of no use any more. */
  get state() {
    return this.#state
  }

  start(request: unknown, timeLimit: number, listener: JobListener): void {
    clearTimeout(this.#timer)
    this.#listener = listener
    this.#left = timeLimit
    this.#worker.ref()
    this.#work()
    this.#worker.postMessage(request)
  }

  /** Lets a job that is ready go on. */
  goOn(): void {
    this.#work()
    this.#worker.postMessage(GO_ON)
  }

  /** Runs `then` after a time without work; the process need not stay for it. */
  rest(milliseconds: number, then: () => void): void {
    this.#worker.unref()
    this.#timer = setTimeout(then, milliseconds)
    this.#timer.unref()
  }

  /** Ends the worker; a job under way is lost. */
  end(reason: Loss = 'crash'): void {
    this.#state = 'dead'
    const listener = this.#leaveJob()
    this.#worker.terminate()
    listener?.lost(reason)
  }

  #hear(message: WorkerMessage): void {
    if (message.kind === 'waits') this.#pause('waits')
    else if (message.kind === 'ready') this.#pause('ready')
    else {
      this.#state = 'idle'
      const listener = this.#leaveJob()
      if (message.kind === 'done') listener?.done(message.value)
      else listener?.failed(message.failure)
    }
  }

  #work(): void {
    this.#state = 'works'
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.end('time'), this.#left)
  }

  #pause(state: 'waits' | 'ready'): void {
    if (this.#state === 'works') this.#left -= performance.now() - this.#since
    clearTimeout(this.#timer)
    this.#state = state
    this.#listener?.changed()
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
