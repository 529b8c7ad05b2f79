import type { Config } from '@/config/config'
import type { Clock } from '@/lib/clock'
import { requireDescriptors } from '@/lib/descriptors'
import type { Log } from '@/lib/log'
import { runAtOnce } from '@/lib/thread-priority'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'
import { type MapDrawer, mapDrawer } from './map-drawer'
import { type PointsAnalyser, pointsAnalyser } from './points-analyser'
import { DEFAULT_PATIENCE, WorkerPool } from './pool'
import type { JobValue } from './run-job'
import type { TrackFailure, TrackRequest, WorkerJob } from './track-job'
import { type TrackReader, trackReader } from './track-reader'
import type { PoolWorker } from './worker-slot'

/** What is done on other threads. */
export interface Workers {
  tracks: TrackReader
  maps: MapDrawer
  analyse: PointsAnalyser
  /** Writes the log of a database into it. */
  checkpoint: (file: string) => Promise<void>
  /** Evicts files, by their paths, from the memory of the system. */
  evict: (paths: readonly string[]) => Promise<void>
  stop: () => void
}

interface Deps {
  config: Pick<Config, 'elevation' | 'map'>
  clock: Clock
  log: Log
  /** Is told when all workers have ended for want of work. */
  emptied?: () => void
}

/** Does jobs, somewhere. */
export interface JobRunner {
  run: <Job extends WorkerJob>(job: Job) => Promise<JobValue<Job>>
  stop: () => void
}

/** Files that a worker opens, with some to spare for connections that come in meanwhile. */
const DESCRIPTORS = 24
/** Milliseconds one file may be worked on. */
const TIME_LIMIT = 120_000
/** Milliseconds after which a worker without work gives its memory back. */
const IDLE_LIMIT = 20_000

/** Worker threads inside this process. */
export const startWorkers = (deps: Deps): Workers => workersOn(threads(deps), deps)

/** The same on whatever does the jobs. */
export const workersOn = ({ run, stop }: JobRunner, deps: Deps): Workers => ({
  tracks: trackReader({ ...deps, run }),
  maps: mapDrawer({ ...deps, run }),
  analyse: pointsAnalyser(run),
  checkpoint: (file) => run({ kind: 'checkpoint', file }),
  evict: (paths) => run({ kind: 'evict', paths }),
  stop,
})

function threads({ log, emptied }: Deps): JobRunner {
  const pool = new WorkerPool<WorkerJob, unknown>({
    spawn: () => {
      // Before there are other threads at work it would be of no use. Where it cannot, requests wait a little longer.
      runAtOnce().catch(() => undefined)
      return spawnWorker()
    },
    timeLimit: TIME_LIMIT,
    idleLimit: IDLE_LIMIT,
    canWait: (job) =>
      BEHIND_OTHERS.has(job.kind) || (job.kind === 'measure' && job.request.canWait === true),
    isSteady: (job) =>
      BEHIND_OTHERS.has(job.kind) || (job.kind === 'measure' && isSteady(job.request)),
    patience: (job) => (isOfMany(job) ? 0 : DEFAULT_PATIENCE),
    ...(emptied && { emptied }),
    lost: (reason, job) => {
      // Who stops the workers knows what is lost by that.
      const level = reason === 'stop' ? 'debug' : 'error'
      log[level]({ reason, file: fileOf(job) }, `${TASKS[job.kind]} was given up`)
      return new TrackError(reason === 'time' ? 'tooSlow' : 'processing')
    },
    failed: (failure, job) => {
      const { kind, remedy, detail, code } = failure as TrackFailure
      if (code !== undefined) return Object.assign(new Error(detail), { code })
      const level = isOurConcern(kind) ? 'warn' : 'debug'
      log[level]({ kind, detail, file: fileOf(job) }, `${TASKS[job.kind]} failed`)
      return new TrackError(kind, { remedy })
    },
  })
  return {
    run: async <Job extends WorkerJob>(job: Job) => (await pool.run(job)) as JobValue<Job>,
    stop: () => pool.stop(),
  }
}

/** Bytes of a packed recording that is read in some hundredths of a second. */
const SMALL = 1024 * 1024

/** Whether a recording is read in no time and without asking anybody. */
const isSteady = ({ form, elevations }: TrackRequest): boolean =>
  'place' in form && form.place.packedSize <= SMALL && elevations.use === 'file'

/** Whether so many more are to come that every worker is worth being started for them. */
const isOfMany = (job: WorkerJob): boolean =>
  job.kind === 'analyse' || (job.kind === 'measure' && job.request.isOfMany === true)

/** Kinds of jobs for which nobody waits, and that wait for nobody. */
const BEHIND_OTHERS: ReadonlySet<WorkerJob['kind']> = new Set(['analyse', 'evict'])

const TASKS = {
  measure: 'reading a recording',
  draw: 'drawing a map image',
  checkpoint: 'emptying the log of the database',
  analyse: 'analysing recordings',
  evict: 'evicting files from memory',
}

const fileOf = (job: WorkerJob) => (job.kind === 'measure' ? job.request.fileName : undefined)

/** What an administrator should look into; everything else is wrong with the file. */
const isOurConcern = (kind: TrackErrorKind) => kind === 'elevations' || kind === 'processing'

// NOTE the executable keeps all entry points in one folder; so does this one. The environment is handed on as it is
// now: it says where native code is kept.
const spawnWorker = () => {
  requireDescriptors(DESCRIPTORS)
  return new Worker(new URL('./track-worker.ts', import.meta.url).href, {
    env: process.env as Record<string, string>,
  }) as PoolWorker
}
