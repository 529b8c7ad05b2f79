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

/** Minimum number of points of a line. */
const MIN_POINTS = 2

/**
 * Returns the parts of a recording that other users may see, in order.
 *
 * All points in the areas are hidden; in an area that shows passages, only those connected to the start or end of a
 * segment, because a stop of the device shows a place as well as a start does. Points without position are hidden next
 * to hidden ones: their times and distances would show how far away the hidden place is. Nothing is hidden of a recording
 * without positions.
 */
export function findVisibleParts(
  segments: readonly Positions[],
  { areas, hiddenMetres }: HidingRules,
): VisiblePart[] {
  const tracks = segments.map(({ lat, lon }) => ({ lat, lon, hidden: new Uint8Array(lat.length) }))
  for (const area of areas)
    for (const track of tracks) {
      if (area.hidesPassages) hideAll(area, track)
      else for (const direction of DIRECTIONS) hideEnd(area, track, direction)
    }
  if (hiddenMetres > 0)
    for (const direction of DIRECTIONS) hideLength(tracks, direction, hiddenMetres)
  for (const direction of DIRECTIONS) hideNeighbours(tracks, direction)
  return tracks.flatMap(({ hidden }, segment) => partsOf(hidden, segment))
}

interface Track extends Positions {
  /** 1 for each point that is hidden. */
  readonly hidden: Uint8Array
}

interface Direction {
  readonly isBackward: boolean
}
const DIRECTIONS: readonly Direction[] = [{ isBackward: false }, { isBackward: true }]

const isPlaced = ({ lat, lon }: Positions, i: number) =>
  !Number.isNaN((lat[i] ?? Number.NaN) + (lon[i] ?? Number.NaN))

/** Calls `visit` with the points in order until it returns false. */
function walk(
  tracks: readonly Track[],
  { isBackward }: Direction,
  visit: (track: Track, i: number) => boolean,
): void {
  for (const track of isBackward ? tracks.toReversed() : tracks) {
    const size = track.hidden.length
    for (let n = 0; n < size; n++) if (!visit(track, isBackward ? size - 1 - n : n)) return
  }
}

/** Whether a point has a position that is in an area. */
const isIn = ({ contains }: HiddenArea, track: Track, i: number): boolean =>
  isPlaced(track, i) && contains(track.lon[i] ?? 0, track.lat[i] ?? 0)

/** Hides the points of a segment that are in an area. */
function hideAll(area: HiddenArea, track: Track): void {
  for (let i = 0; i < track.hidden.length; i++) if (isIn(area, track, i)) track.hidden[i] = 1
}

/** Hides the points of a segment from one of its ends to the first one outside of an area. */
const hideEnd = (area: HiddenArea, track: Track, direction: Direction): void =>
  walk([track], direction, (at, i) => {
    if (!isPlaced(at, i)) return true
    const isInside = isIn(area, at, i)
    if (isInside) at.hidden[i] = 1
    return isInside
  })

/** Hides the points of a recording from one of its ends up to a distance along the track. */
function hideLength(tracks: readonly Track[], direction: Direction, metres: number): void {
  let sum = 0
  let previous: ReturnType<typeof placeAt> | undefined
  walk(tracks, direction, (track, i) => {
    if (!isPlaced(track, i)) return true
    const place = placeAt(track.lat[i] ?? 0, track.lon[i] ?? 0)
    if (previous) sum += arcLength(chordBetween(previous, place))
    previous = place
    if (sum <= metres) track.hidden[i] = 1
    return sum <= metres
  })
}

/** Hides the points without position that follow hidden ones. */
function hideNeighbours(tracks: readonly Track[], direction: Direction): void {
  let isHidden = false
  walk(tracks, direction, (track, i) => {
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
