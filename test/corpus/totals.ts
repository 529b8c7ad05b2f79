import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumLengths } from '@/domain/tracks/metrics/pool-swim'
import { summarise } from '@/domain/tracks/metrics/summary'
import { readTrack } from '@/domain/tracks/read'
import type { DeviceTotals, Track } from '@/domain/tracks/track'

/*
 * Compares what `MEASUREMENTS=device` measures with the totals of the sessions of the FIT files in a folder: `bun run
 * test:totals FOLDER`. With the totals, figures must be within 1 %; without them, an ascent must be within 20 % and a
 * distance within 2 %. Lists the files that differ, and fails when the shares are below the goals.
 */

/** Ascents below this, in metres, are not compared without the totals: they are as small as the noise. */
const MIN_ASCENT = 10
const RULES = {
  hasElevation: true,
  stoppedSpeedThreshold: 1,
  useRawSpeed: false,
  measurements: 'device',
} as const

/** Counts the files in which a figure is close enough to the session. */
class Share {
  readonly #name: string
  readonly #goal: number
  #all = 0
  #close = 0

  constructor(name: string, goal: number) {
    this.#name = name
    this.#goal = goal
  }

  add(file: string, [ours, session]: readonly [number | null, number], tolerance: number): void {
    this.#all += 1
    const difference = Math.abs((ours ?? 0) - session)
    // Metrics are in whole seconds and metres with three decimals.
    if (difference <= Math.max(1, tolerance * session)) this.#close += 1
    else console.log(`${file}: ${this.#name} ${ours?.toFixed(1)} for ${session.toFixed(1)}`)
  }

  /** Prints the share. Returns whether it reaches the goal. */
  finish(): boolean {
    const share = this.#close / this.#all
    console.log(`${this.#name}: ${this.#close} of ${this.#all}, ${(100 * share).toFixed(1)} %`)
    return share >= this.#goal
  }
}

const shares = {
  distance: new Share('distance', 0.98),
  moving: new Share('moving time', 0.98),
  ascent: new Share('ascent', 0.98),
  hiddenDistance: new Share('distance without totals', 0.85),
  hiddenAscent: new Share('ascent without totals', 0.75),
}

const [folder = ''] = process.argv.slice(2)
for (const name of readdirSync(folder).sort()) {
  if (!/\.fit$/i.test(name)) continue
  const options = { segmentsCreationEvent: 'only_manual', acceptWithoutGps: true } as const
  const track = await readTrack(name, readFileSync(join(folder, name)), {
    ...options,
    measurements: 'device',
  }).catch(() => undefined)
  if (track?.device) compare(name, track, track.device)
}
process.exit(Object.values(shares).filter((share) => !share.finish()).length > 0 ? 1 : 0)

function compare(name: string, track: Track, session: DeviceTotals): void {
  const [ours, hidden] = [measure(name, track), measure(name, withoutTotals(track))]
  if (!ours) return
  if (session.distance) shares.distance.add(name, [1000 * ours.distance, session.distance], 0.01)
  // The timer of the session also runs during the rests of a pool swim, which are not moving time.
  const swum = track.laps && sumLengths(track.laps)?.seconds
  const timer = Math.min(session.moving ?? 0, swum ?? Number.POSITIVE_INFINITY)
  if (timer > 0) shares.moving.add(name, [ours.moving, timer], 0.01)
  if (session.ascent) shares.ascent.add(name, [ours.ascent, session.ascent], 0.01)
  if (!hidden) return
  if (session.distance && hasWay(track))
    shares.hiddenDistance.add(name, [1000 * hidden.distance, session.distance], 0.02)
  if ((session.ascent ?? 0) >= MIN_ASCENT && hidden.ascent !== null)
    shares.hiddenAscent.add(name, [hidden.ascent, session.ascent ?? 0], 0.2)
}

function measure(name: string, track: Track) {
  try {
    return summarise(track, RULES).metrics
  } catch (error) {
    console.log(`${name}: not measured (${error instanceof Error ? error.message : error})`)
    return undefined
  }
}

/** Returns a track as if its device had not written totals. */
function withoutTotals({ device: _, ...track }: Track): Track {
  const nothing = { distance: null, duration: null, moving: null, maxSpeed: null }
  return track.withoutGps ? { ...track, withoutGps: nothing } : track
}

/** Whether the samples have positions or distances, from which a distance can be computed. */
function hasWay({ segments, withoutGps }: Track): boolean {
  const isDistance = ({ name, isOwn }: { name: string; isOwn: boolean }) =>
    name === 'distance' && !isOwn
  return withoutGps === undefined || segments.some(({ extra = [] }) => extra.some(isDistance))
}
