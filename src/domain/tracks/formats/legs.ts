import type { DeviceLaps, Segment, Track, TrackWarning } from '@/domain/tracks/track'

/** Maximum number of legs of one file; further ones are left out. A long triathlon has five. */
export const MAX_LEGS = 100

/** A part of a file with its time span, in microseconds since the Unix epoch. */
interface Leg {
  track: Track
  start: number
  end: number
}

/**
 * Joins the legs of a file in order of time: the first one with all others in `further`. Leaves out tracks without two
 * points with a time, and reports how many. Returns undefined when no track remains.
 */
export function joinLegs(tracks: readonly Track[]): Track | undefined {
  const legs = legsOf(tracks).slice(0, MAX_LEGS)
  return withFurther(
    legs.map(({ track }, index) => ({ ...track, leg: index + 1 })),
    tracks.length - legs.length,
  )
}

/** Whether the tracks follow each other. Tracks that overlap were recorded by several devices. */
export function areConsecutive(tracks: readonly Track[]): boolean {
  const legs = legsOf(tracks)
  return legs.every(({ start }, index) => index === 0 || start >= (legs[index - 1]?.end ?? 0))
}

/** Returns the first track with the others as its further legs, and a warning about tracks that were left out. */
export function withFurther(tracks: readonly Track[], leftOut: number): Track | undefined {
  const [first, ...further] = tracks
  if (!first) return undefined
  const joined = further.length > 0 ? { ...first, further } : first
  if (leftOut === 0) return joined
  const warning: TrackWarning = { kind: 'tracks_left_out', count: leftOut }
  return { ...joined, warnings: [...(first.warnings ?? []), warning] }
}

/** The laps that started in a leg, whose end is the start of the next one. */
export function lapsBetween(
  laps: DeviceLaps | undefined,
  { start, end }: { start: number; end: number },
): DeviceLaps | undefined {
  const those = laps?.laps.filter((lap) => lap.start >= start && lap.start < end) ?? []
  return laps && those.length > 0 ? { ...laps, laps: those } : undefined
}

function legsOf(tracks: readonly Track[]): Leg[] {
  return tracks
    .flatMap((track) => {
      const span = spanOf(track.segments)
      return span.end > span.start ? [{ track, ...span }] : []
    })
    .toSorted((one, other) => one.start - other.start)
}

/** First and last time of the points; infinite without any. */
export function spanOf(segments: readonly Segment[]): { start: number; end: number } {
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const { time } of segments) {
    for (const instant of time) {
      if (instant < start) start = instant
      if (instant > end) end = instant
    }
  }
  return { start, end }
}
