import { GO_ON, type WorkerMessage } from './track-job'

/** A worker that can keep its process alive, or not. */
export type PoolWorker = Worker & { ref: () => void; unref: () => void }

/** Why a job was given up: it took too long, its worker died, or all workers were ended. */
export type Loss = 'time' | 'crash' | 'stop'

/** How a job ends, and what else its worker tells. */
export interface JobListener {
  done: (value: unknown) => void
  failed: (failure: unknown) => void
  lost: (reason: Loss) => void
  /** The job waits for others, or is done waiting. */
  changed: () => void
}

/** A job for a worker. */
export interface SlotJob {
  /** What the worker is sent. */
  request: unknown
  /** Milliseconds of work. */
  timeLimit: number
  listener: JobListener
  /** Whether another job may be sent after it before it is done, since it never waits for others. */
  isSteady: boolean
}

/** A worker with a job and the time that has left, and at most one more that the worker begins as soon as it is done. */
export class WorkerSlot {
  readonly #worker: PoolWorker
  #job: SlotJob | undefined
  #next: { job: SlotJob; takeBack: () => void } | undefined
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

  start(job: SlotJob): void {
    this.#begin(job)
    this.#worker.ref()
    this.#worker.postMessage(job.request)
  }

  /** Whether one more job can be sent already. */
  get hasRoom(): boolean {
    return this.#state === 'works' && this.#job?.isSteady === true && !this.#next
  }

  /** Sends the next job: its worker need not wait for this thread between the two. `takeBack` if it never came to it. */
  follow(job: SlotJob, takeBack: () => void): void {
    this.#next = { job, takeBack }
    this.#worker.postMessage(job.request)
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
    const next = this.#next
    this.#next = undefined
    this.#worker.terminate()
    next?.takeBack()
    listener?.lost(reason)
  }

  #hear(message: WorkerMessage): void {
    if (message.kind === 'waits') this.#pause('waits')
    else if (message.kind === 'ready') this.#pause('ready')
    else {
      this.#state = 'idle'
      const listener = this.#leaveJob()
      const next = this.#next
      this.#next = undefined
      if (next) this.#begin(next.job)
      if (message.kind === 'done') listener?.done(message.value)
      else listener?.failed(message.failure)
    }
  }

  #begin(job: SlotJob): void {
    clearTimeout(this.#timer)
    this.#job = job
    this.#left = job.timeLimit
    this.#work()
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
    this.#job?.listener.changed()
  }

  #die(): void {
    if (this.#state !== 'dead') this.end()
  }

  #leaveJob(): JobListener | undefined {
    const listener = this.#job?.listener
    clearTimeout(this.#timer)
    this.#job = undefined
    return listener
  }
}
