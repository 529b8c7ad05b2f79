import { gapWarnings } from '@/domain/tracks/gap-warnings'
import { MICROSECONDS_PER_MILLISECOND } from '@/domain/tracks/metrics/units'
import type { Segment, Track } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import { cutSegments } from './cut-segments'
import { keptTotals, lapsIn, recordedSpans } from './kept-totals'
import { correctSpikes } from './spikes'
import type { TrackEdit } from './track-edit'

const MIN_POINTS = 2

/** An edited track, and how many points or values each edit removed. */
export interface EditedTrack {
  readonly track: Track
  readonly removed: readonly number[]
}

/**
 * Applies edits to a recording, in order, without changing it. A removed section separates two segments, so it counts
 * neither as time in motion nor as distance. Totals of the device describe the whole recording; after a cut they are
 * replaced by those of the laps that cover the rest, or else computed from the points.
 *
 * @throws TrackError tooFewPoints when fewer than two points remain
 */
export function applyEdits(track: Track, edits: readonly TrackEdit[]): EditedTrack {
  if (edits.length === 0) return { track, removed: [] }
  const removed: number[] = []
  let { segments } = track
  const changes = { isCut: false, isCorrected: false }
  for (const edit of edits) {
    const applied = applyEdit(segments, edit)
    segments = applied.segments
    removed.push(applied.removed)
    if (applied.removed === 0) continue
    if (edit.kind === 'spikes') changes.isCorrected = true
    else changes.isCut = true
  }
  if (segments.reduce((sum, { size }) => sum + size, 0) < MIN_POINTS)
    throw new TrackError('tooFewPoints')
  return { track: rebuild(track, segments, changes), removed }
}

interface AppliedEdit {
  readonly segments: readonly Segment[]
  readonly removed: number
}

function applyEdit(segments: readonly Segment[], edit: TrackEdit): AppliedEdit {
  if (edit.kind === 'spikes') return correctSpikes(segments, edit.max_speed)
  return cutSegments(segments, isKept(edit))
}

/** Returns whether a cut keeps the point at a time in microseconds. */
function isKept(edit: Exclude<TrackEdit, { kind: 'spikes' }>): (time: number) => boolean {
  // Edits are precise to the millisecond, points to the microsecond.
  const inMilliseconds = (time: number) => Math.floor(time / MICROSECONDS_PER_MILLISECOND)
  if (edit.kind === 'split')
    return (time) => inMilliseconds(time) < edit.at === (edit.keeps === 'before')
  const { from, to } = edit
  const isInside = (time: number) =>
    inMilliseconds(time) >= (from ?? Number.NEGATIVE_INFINITY) &&
    inMilliseconds(time) <= (to ?? Number.POSITIVE_INFINITY)
  return edit.kind === 'trim' ? isInside : (time) => !isInside(time)
}

/** Builds a track from edited segments, with the totals, laps and warnings that describe them. */
function rebuild(
  track: Track,
  segments: readonly Segment[],
  { isCut, isCorrected }: { isCut: boolean; isCorrected: boolean },
): Track {
  const { device, withoutGps, laps, warnings, calories, ...others } = track
  const hasPositions = segments.some(({ lat }) => lat.some((degrees) => !Number.isNaN(degrees)))
  const spans = recordedSpans(segments)
  const known = (isCut ? lapsIn(track, spans) : laps) ?? undefined
  const kept = isCut ? keptTotals(known, segments) : { totals: device ?? withoutGps, calories }
  // Distance and greatest speed of the device contain the spikes.
  const totals =
    isCorrected && kept.totals ? { ...kept.totals, distance: null, maxSpeed: null } : kept.totals
  const rest = warnings?.filter(({ kind }) => !GAP_KINDS.has(kind)) ?? []
  const edited: Track = {
    ...others,
    segments,
    calories: kept.calories,
    ...(known && { laps: known }),
    ...(hasPositions ? totals && { device: totals } : { withoutGps: totals ?? NOTHING_KNOWN }),
  }
  const all = [...rest, ...gapWarnings(edited)]
  return all.length > 0 ? { ...edited, warnings: all } : edited
}

/** Warnings about the points of a finished track, which are counted again. */
const GAP_KINDS: ReadonlySet<string> = new Set(['segments_too_short', 'seconds_without_gps'])

const NOTHING_KNOWN = { distance: null, duration: null, moving: null, maxSpeed: null } as const
