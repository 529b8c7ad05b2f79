import type { Config } from '@/config/config'
import type { Clock } from '@/lib/clock'
import { ReadOnlyError } from '@/lib/faults'
import type { Log } from '@/lib/log'
import { SharedWork } from '@/lib/shared-work'
import type { MapImage } from '@/maps/map-image'
import type { MapJob } from './track-job'

/** Draws map images, away from the thread that answers requests. */
export interface MapDrawer {
  /** Undefined for points without positions. @throws TrackError when the drawing was given up */
  draw: (points: readonly Uint8Array[]) => Promise<MapImage | undefined>
  /** Whether the tile server failed a moment ago, so that drawing again would not make a better image. */
  isResting: () => boolean
  /** Images being made, by their ids. */
  underWay: SharedWork<string | undefined>
}

interface Deps {
  config: Pick<Config, 'map'>
  clock: Clock
  log: Log
  run: (job: MapJob) => Promise<MapImage | undefined>
}

/** Milliseconds for which a tile server that failed is left alone; until then maps are drawn on the tiles at hand. */
const TILE_SERVER_REST = 60_000
const TILE_SERVER_FAILED =
  'the tile server failed: new map images show the route alone for a minute'
/** Images that may be asked for at the same time: several pages of a list. */
const MOST_UNDER_WAY = 200

/** A drawer that draws nothing, for a server that only reads. */
export const idleMapDrawer = (drawer: MapDrawer): MapDrawer => ({
  ...drawer,
  isResting: () => true,
  draw: async () => {
    throw new ReadOnlyError('images are drawn where they can be kept')
  },
})

/** A drawer that leaves the work to `run`, and spares a tile server that has just failed. */
export function mapDrawer({ config, clock, log, run }: Deps): MapDrawer {
  const { imageTileUrl: template, subdomains, cacheFolder } = config.map
  let restUntil = Number.NEGATIVE_INFINITY
  const isResting = () => clock.elapsed() < restUntil
  return {
    isResting,
    underWay: new SharedWork(MOST_UNDER_WAY),
    draw: async (points) => {
      const tiles = { template, subdomains, cacheFolder, askServer: !isResting() }
      const image = await run({ kind: 'draw', points, tiles })
      if (image?.serverFailed) {
        if (!isResting()) log.warn(TILE_SERVER_FAILED)
        restUntil = clock.elapsed() + TILE_SERVER_REST
      }
      return image
    },
  }
}
