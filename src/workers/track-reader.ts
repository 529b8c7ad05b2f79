import type { Config } from '@/config/config'
import type { Log } from '@/lib/log'
import type { MeasuredTrack, TrackJob, TrackRequest } from './track-job'

/** Reads and measures recordings, away from the thread that answers requests. */
export interface TrackReader {
  /** @throws TrackError when the file cannot be used, or (`elevations`) when a service fails that was to be asked. */
  read: (request: TrackRequest) => Promise<MeasuredTrack>
}

interface Deps {
  config: Pick<Config, 'elevation'>
  log: Log
  run: (job: TrackJob) => Promise<MeasuredTrack>
}

/** A reader that leaves the work to `run`. */
export const trackReader = ({ config, log, run }: Deps): TrackReader => ({
  read: async (request) => {
    const track = await run({ kind: 'measure', request, services: config.elevation })
    for (const warning of track.warnings) log.warn({ file: request.fileName }, warning)
    return track
  },
})
