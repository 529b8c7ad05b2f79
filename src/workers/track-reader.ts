import type { Config } from '@/config/config'
import type { Clock } from '@/lib/clock'
import { requireDescriptors } from '@/lib/descriptors'
import type { Log } from '@/lib/log'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'
import { WorkerPool } from './pool'
import type { MeasuredTrack, TrackFailure, TrackJob, TrackRequest } from './track-job'
import type { PoolWorker } from './worker-slot'

/** Reads and measures recordings, away from the thread that answers requests. */
export interface TrackReader {
  /** @throws TrackError when the file cannot be used, or (`elevations`) when a service fails that was to be asked. */
  read: (request: TrackRequest) => Promise<MeasuredTrack>
  stop: () => void
}

interface Deps {
  config: Pick<Config, 'elevation' | 'map'>
  clock: Clock
  log: Log
}

/** Files that a worker opens, with some to spare for connections that come in meanwhile. */
const DESCRIPTORS = 24
/** Milliseconds one file may be worked on. */
const TIME_LIMIT = 120_000
/** Milliseconds after which a worker without work gives its memory back. */
const IDLE_LIMIT = 20_000
/** Milliseconds for which a tile server that failed is left alone; until then maps are drawn on the tiles at hand. */
const TILE_SERVER_REST = 60_000
const TILE_SERVER_FAILED =
  'the tile server failed: new map images show the route alone for a minute'

/** A reader on a pool of worker threads inside this process. */
export function startTrackReader(deps: Deps): TrackReader {
  const { log } = deps
  const pool = new WorkerPool<TrackJob, MeasuredTrack>({
    spawn: spawnWorker,
    timeLimit: TIME_LIMIT,
    idleLimit: IDLE_LIMIT,
    lost: (reason, { request }) => {
      log.error({ reason, file: request.fileName }, 'reading a recording was given up')
      return new TrackError(reason === 'time' ? 'tooSlow' : 'processing')
    },
    failed: (failure, { request }) => {
      const { kind, detail } = failure as TrackFailure
      const level = isOurConcern(kind) ? 'warn' : 'debug'
      log[level]({ kind, detail, file: request.fileName }, 'a recording was not read')
      return new TrackError(kind)
    },
  })
  return trackReader(deps, { run: (job) => pool.run(job), stop: () => pool.stop() })
}

/** What an administrator should look into; everything else is wrong with the file. */
const isOurConcern = (kind: TrackErrorKind) => kind === 'elevations' || kind === 'processing'

/** A reader that leaves the work to `run`, and spares a tile server that has just failed. */
export function trackReader(
  { config, clock, log }: Deps,
  work: { run: (job: TrackJob) => Promise<MeasuredTrack>; stop: () => void },
): TrackReader {
  const { imageTileUrl: template, subdomains, cacheFolder } = config.map
  let restUntil = 0
  return {
    read: async (request) => {
      const askServer = clock.now() >= restUntil
      const tiles = { template, subdomains, cacheFolder, askServer }
      const track = await work.run({ request, services: config.elevation, tiles })
      if (track.mapImage?.serverFailed) {
        if (clock.now() >= restUntil) log.warn(TILE_SERVER_FAILED)
        restUntil = clock.now() + TILE_SERVER_REST
      }
      for (const warning of track.warnings) log.warn({ file: request.fileName }, warning)
      return track
    },
    stop: work.stop,
  }
}

// NOTE the executable keeps all entry points in one folder; so does this one. The environment is handed on as it is
// now: it says where native code is kept.
const spawnWorker = () => {
  requireDescriptors(DESCRIPTORS)
  return new Worker(new URL('./track-worker.ts', import.meta.url).href, {
    env: process.env as Record<string, string>,
  }) as PoolWorker
}
