import type { AppContext } from '@/context'
import { Signal } from '@/lib/signal'
import { drawNextMap } from '@/use-cases/workouts/draw-next-map'

/** Milliseconds in which next to nothing must have been done before a map is drawn. */
const QUIET = 1000
/** Share of one core that is next to nothing. */
const IDLE_SHARE = 0.05
/** Milliseconds until the next look when there was nothing to draw. */
const REST = 5000

const OPEN_STREET_MAP = /\/\/[^/]*\bopenstreetmap\.org\//

/** Milliseconds of processor time that this process has used, all threads together. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Whether a while has passed in which nothing was done; `pause` waits for so many milliseconds. */
export type IsQuiet = (pause: (milliseconds: number) => Promise<void>) => Promise<boolean>

const isQuietNow: IsQuiet = async (pause) => {
  const before = processorTime()
  await pause(QUIET)
  return processorTime() - before < QUIET * IDLE_SHARE
}

/**
 * Draws the maps of the newest workouts while nothing else is done, one at a time, so that they are there when somebody
 * asks. Not with the tiles of OpenStreetMap: its rules forbid to fetch what nobody looks at.
 */
export function startDrawingAhead(
  ctx: AppContext,
  isQuiet: IsQuiet = isQuietNow,
): { stop: () => Promise<void> } {
  const stopping = new Signal()
  const pause = (milliseconds: number) => stopping.wait(0, milliseconds)
  const failed = new Set<string>()
  const drawOne = async () =>
    (await isQuiet(pause)) &&
    stopping.raised === 0 &&
    !ctx.maps.isResting() &&
    drawNextMap(ctx, failed)
  const run = async () => {
    while (stopping.raised === 0) {
      const drew = await drawOne().catch((error) =>
        ctx.log.warn({ err: error }, 'no map was drawn ahead'),
      )
      if (!drew) await pause(REST)
    }
  }
  const running = OPEN_STREET_MAP.test(ctx.config.map.imageTileUrl) ? Promise.resolve() : run()
  return {
    stop: async () => {
      stopping.raise()
      await running
    },
  }
}
