import { SingleFlight } from '@/lib/concurrency/single-flight'
import type { Config } from '@/lib/config/config'
import type { Log } from '@/lib/log'
import { ReadOnlyError } from '@/lib/system-errors'
import type { Clock } from '@/lib/time/clock'
import type { MapImage } from '@/services/maps/map-image'
import type { MapJob } from './jobs'

/** Draws map images, off the main thread. */
export interface MapDrawer {
  /** Resolves to undefined for points without positions. @throws TrackError when the drawing was given up */
  draw: (points: readonly Uint8Array[]) => Promise<MapImage | undefined>
  /** Whether the tile server failed recently, so that drawing again would not improve an image. */
  isResting: () => boolean
  /** Images that are being drawn, by their ids. */
  underWay: SingleFlight<string | undefined>
}

interface Deps {
  config: Pick<Config, 'map'>
  clock: Clock
  log: Log
  run: (job: MapJob) => Promise<MapImage | undefined>
}

/** Milliseconds for which a tile server that failed is not asked. During that time, maps use only cached tiles. */
const TILE_SERVER_REST = 60_000
const TILES_MISSING = 'map tiles are missing: new map images show a coarse map for a minute'
/** Maximum number of images that are requested concurrently: several pages of a list. */
const MAX_IN_PROGRESS = 200

/** A drawer for replicas, which never draws. */
export const idleMapDrawer = (drawer: MapDrawer): MapDrawer => ({
  ...drawer,
  isResting: () => true,
  draw: async () => {
    throw new ReadOnlyError('images are drawn where they can be kept')
  },
})

/**
 * Creates a drawer that delegates the work to `run`. After a failure of the tile server, it does not ask the server for
 * a while.
 */
export function mapDrawer({ config, clock, log, run }: Deps): MapDrawer {
  const { file, imageTileUrl: template, subdomains, cacheFolder } = config.map
  let restUntil = Number.NEGATIVE_INFINITY
  const isResting = () => clock.elapsed() < restUntil
  return {
    isResting,
    underWay: new SingleFlight(MAX_IN_PROGRESS),
    draw: async (points) => {
      const tiles = { file, template, subdomains, cacheFolder, useServer: !isResting() }
      const image = await run({ kind: 'draw', points, tiles })
      if (image?.serverFailed) {
        if (!isResting()) log.warn(TILES_MISSING)
        restUntil = clock.elapsed() + TILE_SERVER_REST
      }
      return image
    },
  }
}
