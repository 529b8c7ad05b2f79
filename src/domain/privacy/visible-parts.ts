import { arcLength, chordBetween, placeAt } from '@/domain/tracks/metrics/earth'
import type { HiddenArea } from './hidden-area'

/** What the owner of a workout hides from other users. */
export interface HidingRules {
  readonly areas: readonly HiddenArea[]
  /** Metres along the track that are hidden at the start and at the end of the workout. */
  readonly hiddenMetres: number
}

/** Positions of the points of a segment in degrees; NaN where a point has none. */
interface Positions {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** A part of a segment: points from `start` (inclusive) to `end` (exclusive). */
export interface VisiblePart {
  readonly segment: number
  readonly start: number
  readonly end: number
}

/** Fewer points are no line. */
const MIN_POINTS = 2

/**
 * Returns the parts of a recording that other users may see, in order.
 *
 * Hidden are all points in the areas; of an area that shows passages, only what is connected to the start or end of a
 * segment, because a stop of the device shows a place as well as a start does. Points without position are hidden next
 * to hidden ones: their times and distances would show how far away the hidden place is. Of a recording without any
 * position, nothing is hidden.
 */
export function findVisibleParts(
  segments: readonly Positions[],
  { areas, hiddenMetres }: HidingRules,
): VisiblePart[] {
  const tracks = segments.map(({ lat, lon }) => ({ lat, lon, hidden: new Uint8Array(lat.length) }))
  for (const area of areas)
    for (const track of tracks) {
      if (area.hidesPassages) walk([track], FORWARD, (at, i) => hideIfInside(area, at, i))
      else for (const way of WAYS) hideEnd(area, track, way)
    }
  if (hiddenMetres > 0) for (const way of WAYS) hideLength(tracks, way, hiddenMetres)
  for (const way of WAYS) hideNeighbours(tracks, way)
  return tracks.flatMap(({ hidden }, segment) => partsOf(hidden, segment))
}

interface Track extends Positions {
  /** 1 for each point that is hidden. */
  readonly hidden: Uint8Array
}

const FORWARD = { isBackward: false }
/** Both directions in which a recording is walked through. */
const WAYS = [FORWARD, { isBackward: true }]

const isPlaced = ({ lat, lon }: Positions, i: number) =>
  !Number.isNaN((lat[i] ?? Number.NaN) + (lon[i] ?? Number.NaN))

/** Calls `visit` with the points in order until it returns false. */
function walk(
  tracks: readonly Track[],
  { isBackward }: { isBackward: boolean },
  visit: (track: Track, i: number) => boolean,
): void {
  for (const track of isBackward ? tracks.toReversed() : tracks) {
    const size = track.hidden.length
    for (let n = 0; n < size; n++) if (!visit(track, isBackward ? size - 1 - n : n)) return
  }
}

/** Hides a point in an area. Always returns true, to continue. */
function hideIfInside({ contains }: HiddenArea, track: Track, i: number): boolean {
  if (isPlaced(track, i) && contains(track.lon[i] ?? 0, track.lat[i] ?? 0)) track.hidden[i] = 1
  return true
}

/** Hides the points of a segment from one of its ends to the first one outside of an area. */
const hideEnd = (area: HiddenArea, track: Track, way: typeof FORWARD): void =>
  walk([track], way, (at, i) => {
    const isOutside = isPlaced(at, i) && !area.contains(at.lon[i] ?? 0, at.lat[i] ?? 0)
    return !isOutside && hideIfInside(area, at, i)
  })

/** Hides the points of a recording from one of its ends up to a distance along the track. */
function hideLength(tracks: readonly Track[], way: typeof FORWARD, metres: number): void {
  let sum = 0
  let previous: ReturnType<typeof placeAt> | undefined
  walk(tracks, way, (track, i) => {
    if (!isPlaced(track, i)) return true
    const place = placeAt(track.lat[i] ?? 0, track.lon[i] ?? 0)
    if (previous) sum += arcLength(chordBetween(previous, place))
    previous = place
    if (sum <= metres) track.hidden[i] = 1
    return sum <= metres
  })
}

/** Hides the points without position that follow hidden ones. */
function hideNeighbours(tracks: readonly Track[], way: typeof FORWARD): void {
  let isHidden = false
  walk(tracks, way, (track, i) => {
    if (isPlaced(track, i)) isHidden = track.hidden[i] === 1
    else if (isHidden) track.hidden[i] = 1
    return true
  })
}

function partsOf(flags: Uint8Array, segment: number): VisiblePart[] {
  const parts: VisiblePart[] = []
  let start = 0
  for (let i = 0; i <= flags.length; i++) {
    if (i < flags.length && flags[i] === 0) continue
    if (i - start >= MIN_POINTS || i - start === flags.length)
      parts.push({ segment, start, end: i })
    start = i + 1
  }
  return parts.filter(({ end, start: from }) => end > from)
}
