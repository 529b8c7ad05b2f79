import { TileFolders } from '@/elevation/tile-folder'
import { PageCache } from '@/lib/page-cache'
import { letCompilersWait, letOthersGoFirst } from '@/lib/thread-priority'
import { TrackError } from '@/tracks/track-error'
import { buffersOf, runJob } from './run-job'
import {
  GO_ON,
  type GoOn,
  type TrackFailure,
  type WorkerJob,
  type WorkerMessage,
} from './track-job'
import type { JobDeps } from './track-task'
import { SystemError } from './unpack-recording'

declare const self: Worker

// Where it cannot, the thread shares the processor evenly.
letOthersGoFirst().catch(() => undefined)
const compilersWait = letCompilersWait().catch(() => () => undefined)

const tell = (message: WorkerMessage, transfer: ArrayBuffer[] = []) =>
  self.postMessage(message, transfer)

/** Serves the jobs that come to this thread, one at a time. */
function serve(): void {
  // Parts of the task that wait for other servers, and those that have waited and are held up.
  const waiting = { count: 0, held: [] as (() => void)[] }
  /** Settles when there is a place for this worker again. */
  const myTurn = () =>
    new Promise<void>((resolve) => {
      waiting.held.push(resolve)
      tell({ kind: 'ready' })
    })
  const outside: JobDeps = {
    fetch,
    tileFolders: new TileFolders(),
    pageCache: new PageCache(),
    wait: async (part) => {
      if (waiting.count === 0) tell({ kind: 'waits' })
      waiting.count += 1
      await part.catch(() => undefined)
      waiting.count -= 1
      if (waiting.count === 0) await myTurn()
      return part
    },
  }
  let working = Promise.resolve()
  self.onmessage = ({ data }: MessageEvent<WorkerJob | GoOn>) => {
    // The next job may be there before one is done.
    if (data !== GO_ON) working = working.then(() => work(data, outside))
    else for (const goOn of waiting.held.splice(0)) goOn()
  }
}

async function work(job: WorkerJob, outside: JobDeps): Promise<void> {
  const lookForCompilers = await compilersWait
  lookForCompilers()
  try {
    const value = await runJob(job, outside)
    tell({ kind: 'done', value }, buffersOf(value))
  } catch (error) {
    tell({ kind: 'failed', failure: failureOf(error) })
    // What was refused may have been large; the engine alone would keep it until the next recording is as large.
    if (process.memoryUsage.rss() > MUCH_MEMORY) Bun.gc(true)
  }
}

/** Bytes of the process. */
const MUCH_MEMORY = 160 * 1024 * 1024

function failureOf(error: unknown): TrackFailure {
  const expected = error instanceof TrackError ? error : undefined
  const cause = expected ? expected.cause : error
  return {
    kind: expected?.kind ?? 'processing',
    remedy: expected?.remedy,
    detail: cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined,
    ...(error instanceof SystemError && { code: error.code }),
  }
}

serve()
