import { TrackError } from '@/domain/tracks/track-error'
import { lowerThreadPriority } from '@/lib/process/thread-priority'
import { systemErrorCode } from '@/lib/system-errors'
import { TileFolders } from '@/services/elevation/tile-folder'
import type { ReadingFailure, WorkerJob, WorkerMessage } from './jobs'
import type { JobDeps } from './measure-upload'
import { MAX_PROCESS_BYTES, MAX_THREAD_BYTES, SystemError } from './read-recording'
import { buffersOf, runJob } from './run-job'

declare const self: Worker

/** Whether this worker is a child process, which reads large recordings; otherwise it is a thread. */
const isProcess = Bun.isMainThread

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []): void {
  if (isProcess) process.send?.(message)
  else self.postMessage(message, transfer)
}

function receive(listener: (job: WorkerJob) => void): void {
  if (!isProcess) {
    self.onmessage = ({ data }: MessageEvent<WorkerJob>) => listener(data)
    return
  }
  process.on('message', listener)
  // The server has ended.
  process.on('disconnect', () => process.exit())
}

lowerThreadPriority()

/** Runs the jobs sent to this worker. The pool sends the next one when the current one is done. */
function serve(): void {
  /** Number of parts of the job that wait for other servers. */
  let waiting = 0
  const outside: JobDeps = {
    fetch,
    tileFolders: new TileFolders(),
    maxBytes: isProcess ? MAX_PROCESS_BYTES : MAX_THREAD_BYTES,
    wait: async (part) => {
      if (waiting === 0) send({ kind: 'waits' })
      waiting += 1
      await part.catch(() => undefined)
      waiting -= 1
      if (waiting === 0) send({ kind: 'resumes' })
      return part
    },
  }
  receive((job) => void work(job, outside))
}

async function work(job: WorkerJob, outside: JobDeps): Promise<void> {
  try {
    const value = await runJob(job, outside)
    send({ kind: 'done', value }, buffersOf(value))
  } catch (error) {
    send({ kind: 'failed', failure: failureOf(error) })
    // A rejected file may have been large. The engine alone would not free its memory until the next recording of that
    // size.
    if (process.memoryUsage.rss() > MUCH_MEMORY) Bun.gc(true)
  }
}

/** Resident bytes of the process. */
const MUCH_MEMORY = 160 * 1024 * 1024

function failureOf(error: unknown): ReadingFailure {
  const expected = error instanceof TrackError ? error : undefined
  const cause = expected ? expected.cause : error
  const code = failureCode(error)
  return {
    kind: expected?.kind ?? 'processing',
    remedy: expected?.remedy,
    detail: cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined,
    ...(code !== undefined && { code }),
  }
}

/** The code of a system error that the recording did not cause, even if it is wrapped in other errors. */
const failureCode = (error: unknown): string | undefined =>
  error instanceof SystemError ? error.code : systemErrorCode(error)

serve()
