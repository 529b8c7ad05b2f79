import { rm } from 'node:fs/promises'
import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'
import { requireDescriptors } from '@/lib/files/descriptors'
import type { Log } from '@/lib/log'
import {
  findWorkerLoss,
  systemErrorCode,
  type WorkerLoss,
  WorkerLostError,
} from '@/lib/system-errors'
import type { ReadingFailure, WorkerJob } from './jobs'
import { type PoolOptions, WorkerPool } from './pool'
import { LARGE_RECORDING, MAX_THREAD_BYTES } from './read-recording'
import type { JobValue } from './run-job'
import type { Upload } from './upload'
import { spawnWorkerProcess } from './worker-process'
import type { PoolWorker } from './worker-slot'

/** Runs jobs of any kind. */
export interface JobRunner {
  run: <Job extends WorkerJob>(job: Job) => Promise<JobValue<Job>>
  stop: () => void
}

interface Deps {
  log: Log
  /** Called when all workers have ended because there is no work. */
  emptied?: () => void
}

/** Number of files that a worker opens, and a reserve for connections that arrive at the same time. */
const DESCRIPTORS = 24
/** Timeout of one job, in milliseconds. */
const TIME_LIMIT = 120_000
/** Milliseconds after which a worker thread without work ends. */
const IDLE_LIMIT = 20_000
/** Shorter for a process, because starting one takes a fraction of the time for reading a large recording. */
const PROCESS_IDLE_LIMIT = 2000
/** A million points take 200 MB. */
const MAX_MEGABYTES = 400

/**
 * Creates threads for most jobs, and a pool of one process for large recordings, which are read one after another so
 * that several of them do not use more memory than one.
 */
export function startPools({ log, emptied }: Deps): JobRunner {
  const common = { ...outcomes(log), ...(emptied && { emptied }), timeLimit: TIME_LIMIT, shareOf }
  const threads = new WorkerPool<WorkerJob, unknown>({
    ...common,
    spawn: spawnThread,
    idleLimit: IDLE_LIMIT,
    canWait: (job) => MAINTENANCE.has(job.kind) || isBulk(job),
  })
  const processes = new WorkerPool<WorkerJob, unknown>({
    ...common,
    spawn: () => spawnProcess(log),
    idleLimit: PROCESS_IDLE_LIMIT,
    canWait: isBulk,
    ...{ size: 1, reserve: 0 },
  })
  const run = async (job: WorkerJob): Promise<unknown> => {
    const upload = uploadOf(job)
    if (!upload) return threads.run(job)
    if (isLarge(upload)) return processes.run(job)
    return threads.run(job).catch((error) => {
      if (error instanceof Error && 'code' in error && error.code === LARGE_RECORDING)
        return processes.run(job)
      throw error
    })
  }
  return {
    run: async <Job extends WorkerJob>(job: Job) => (await runTwice(run, job)) as JobValue<Job>,
    stop: () => {
      threads.stop()
      processes.stop()
    },
  }
}

/** Milliseconds until a recording is tried again after its worker was lost or a system error occurred. */
const RETRY_AFTER = 200

/** Runs a job. Reading a recording is retried once after an error that the recording did not cause. */
export async function runTwice<Value>(
  run: (job: WorkerJob) => Promise<Value>,
  job: WorkerJob,
): Promise<Value> {
  try {
    return await run(job)
  } catch (error) {
    if (job.kind !== 'measure' || !isWorthRetrying(error)) throw error
    await Bun.sleep(RETRY_AFTER)
    // A partly unpacked file may exist.
    if ('place' in job.request.form) await rm(job.request.path, { force: true })
    return run(job)
  }
}

function isWorthRetrying(error: unknown): boolean {
  const loss = findWorkerLoss(error)
  return loss ? loss.reason !== 'stop' : systemErrorCode(error) !== undefined
}

const shareOf = (job: WorkerJob): unknown => {
  if (job.kind === 'course') return job.userId
  return job.kind === 'measure' ? job.request.userId : job.kind
}

/** The file that a job reads. */
function uploadOf(job: WorkerJob): Upload | undefined {
  if (job.kind === 'measure') return job.request
  return job.kind === 'course' && 'upload' in job.source ? job.source.upload : undefined
}

const isBulk = (job: WorkerJob): boolean => job.kind === 'measure' && job.request.canWait === true

/** Creates the errors of failed jobs. */
const outcomes = (log: Log): Pick<PoolOptions<WorkerJob>, 'lost' | 'failed'> => ({
  lost: (reason, job) => {
    // Stopping the workers loses jobs as expected.
    const level = reason === 'stop' ? 'debug' : 'error'
    log[level]({ reason, file: fileOf(job) }, `${TASKS[job.kind]} was given up`)
    return errorForLoss(reason, job)
  },
  failed: (failure, job) => {
    const { kind, remedy, detail, code } = failure as ReadingFailure
    if (code !== undefined) return Object.assign(new Error(detail), { code })
    const level = isOurConcern(kind) ? 'warn' : 'debug'
    log[level]({ kind, detail, file: fileOf(job) }, `${TASKS[job.kind]} failed`)
    return new TrackError(kind, { remedy })
  },
})

const errorForLoss = (reason: WorkerLoss, { kind }: WorkerJob): Error =>
  kind === 'measure' || kind === 'course' || kind === 'analyse'
    ? new WorkerLostError(reason)
    : new TrackError('processing')

/** Maximum size in bytes of a KMZ file that is read on a thread, because it may expand to many times its size. */
const MAX_PACKED_BYTES = 64 * 1024

/**
 * Whether a recording is read in a separate process from the start. A compressed recording whose size is unknown goes
 * there after a thread found it too large.
 */
function isLarge({ path, name, form }: Upload): boolean {
  const size = 'place' in form ? form.place.size : Bun.file(path).size
  const limit = /\.kmz$/i.test(name) ? MAX_PACKED_BYTES : MAX_THREAD_BYTES
  return size > limit
}

/** Kinds of jobs that are deferred. */
const MAINTENANCE: ReadonlySet<WorkerJob['kind']> = new Set(['analyse', 'vacuum'])

const TASKS = {
  measure: 'reading a recording',
  course: 'reading a course',
  draw: 'drawing a map image',
  checkpoint: 'emptying the log of the database',
  vacuum: 'rewriting the database',
  analyse: 'analysing recordings',
}

const fileOf = (job: WorkerJob) => uploadOf(job)?.name

/** Whether an administrator should look into an error. All other errors are caused by the file. */
const isOurConcern = (kind: TrackErrorKind) => kind === 'elevations' || kind === 'processing'

function spawnThread(): PoolWorker {
  requireDescriptors(DESCRIPTORS)
  // NOTE the executable contains all entry points in one folder; so does this one. The environment is passed in its
  // current state, because it contains the path of the folder for native code.
  return new Worker(new URL('./track-worker.ts', import.meta.url).href, {
    env: process.env as Record<string, string>,
  }) as Worker & PoolWorker
}

function spawnProcess(log: Log): PoolWorker {
  requireDescriptors(DESCRIPTORS)
  const tooLarge = (megabytes: number) =>
    log.error({ megabytes: Math.round(megabytes) }, 'reading a recording took too much memory')
  return spawnWorkerProcess({ maxMegabytes: MAX_MEGABYTES, tooLarge })
}
