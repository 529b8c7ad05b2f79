import { createHash } from 'node:crypto'
import { analyseSegments } from '@/domain/analysis/analyse-segments'
import { encodeLineTiles } from '@/domain/explorer/line-tiles'
import { applyEdits } from '@/domain/tracks/edits/apply-edits'
import type { TrackEdits } from '@/domain/tracks/edits/track-edit'
import { linePieces } from '@/domain/tracks/geometry/pieces'
import { type SegmentSummary, summarise } from '@/domain/tracks/metrics/summary'
import { MICROSECONDS_PER_MILLISECOND, type StoredPoints } from '@/domain/tracks/metrics/units'
import { readTrack } from '@/domain/tracks/read'
import { encodeExtra } from '@/domain/tracks/streams/extra-blob'
import { type MeasuredSegment, measureSteps } from '@/domain/tracks/streams/packed-segment'
import { encodePoints } from '@/domain/tracks/streams/points-blob'
import type { Track, TrackWarning } from '@/domain/tracks/track'
import { TrackError } from '@/domain/tracks/track-error'
import type { OutgoingAccess } from '@/lib/network/outgoing'
import { freeBytes } from '@/lib/process/memory'
import { type ChosenElevations, chooseElevations } from '@/services/elevation/elevations'
import { ElevationServiceError } from '@/services/elevation/services'
import { TileFolders } from '@/services/elevation/tile-folder'
import type { MeasuringJob, MeasuringRequest } from './jobs'
import { takeIn } from './read-recording'
import type { Recording, RecordingSegment } from './recording'

/** Dependencies of jobs. */
export interface JobDeps extends OutgoingAccess {
  /** Elevation tiles cached between jobs; undefined disables caching. */
  tileFolders?: TileFolders
  /** Maximum size of an unpacked recording in bytes; by default `MAX_PROCESS_BYTES`. */
  maxBytes?: number
}

/** Number of processed points after which garbage is collected. */
const MANY_POINTS = 250_000

/**
 * Reads and measures a recording, or each requested leg of a file. All expensive work of an upload happens here.
 *
 * @throws TrackError when the file cannot be used, or (kind `elevations`) when an elevation service fails; SystemError
 * when a recording in an archive cannot be unpacked.
 */
export async function measureUpload(job: MeasuringJob, outside: JobDeps): Promise<Recording> {
  const { track, hash } = await read(job, outside)
  const { edits = null, legs } = job.request
  const { tracks, removedByEdit } = editTracks(chooseLegs(track, legs), edits)
  const measured: Recording[] = []
  const errors: unknown[] = []
  for (const [index, each] of tracks.entries()) {
    // Legs may share columns, which are freed with the last one.
    const isLast = index === tracks.length - 1
    try {
      const recording = await measure(each, job, { ...outside, isLast })
      measured.push({ ...recording, hash, edits, removedByEdit, further: [] })
    } catch (error) {
      if (!(error instanceof TrackError) || error.kind === 'elevations') throw error
      errors.push(error)
    }
  }
  const [first, ...further] = measured
  if (!first) throw errors[0]
  if (errors.length === 0) return { ...first, further }
  const warning: TrackWarning = { kind: 'tracks_left_out', count: errors.length }
  return { ...first, further, passedOver: [...first.passedOver, warning] }
}

/** Returns the requested legs of a file. @throws TrackError `noSegments` when none exists */
function chooseLegs({ further = [], ...first }: Track, legs: MeasuringRequest['legs']): Track[] {
  const all = [first, ...further]
  if (legs === undefined || legs === 'all') return all
  const chosen = all.filter(({ leg = 1 }) => legs.includes(leg))
  if (chosen.length === 0) throw new TrackError('noSegments')
  return chosen
}

/** Applies the edits of a single recording. @throws TrackError as `applyEdits` */
function editTracks(
  tracks: readonly Track[],
  edits: TrackEdits | null,
): { tracks: readonly Track[]; removedByEdit: readonly number[] } {
  const [only, ...others] = tracks
  if (!edits || !only || others.length > 0) return { tracks, removedByEdit: [] }
  const { track, removed } = applyEdits(only, edits.list)
  return { tracks: [track], removedByEdit: removed }
}

/** Reads a recording, and frees its bytes afterwards. */
async function read(
  { request }: MeasuringJob,
  { maxBytes }: JobDeps,
): Promise<{ track: Track; hash: string }> {
  const bytes = takeIn(request, maxBytes)
  const options = {
    ...request,
    separatesLegs: request.legs !== undefined,
    skipsEmpty: request.measurements === 'device' || request.acceptPartial === true,
  }
  try {
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { track: await readTrack(request.name, bytes, options), hash }
  } finally {
    freeBytes(bytes)
  }
}

async function measure(
  track: Track,
  job: MeasuringJob,
  { isLast, ...outside }: JobDeps & { isLast: boolean },
): Promise<Omit<Recording, 'hash' | 'further' | 'edits' | 'removedByEdit'>> {
  const { elevations: _, ...rules } = job.request
  const cleaner = new Cleaner()
  cleaner.after(sizeOf(track.segments))
  const chosen = await getElevations(track, job, outside)
  const columns = chosen.columns && { elevations: chosen.columns }
  const { segments, ...summary } = summarise(track, { ...rules, ...columns })
  cleaner.after(sizeOf(track.segments))
  const withGps = track.withoutGps === undefined
  const lines = withGps ? segments.map(({ points }) => points) : []
  const measured = {
    ...summary,
    name: track.name,
    description: track.description,
    source: track.source,
    sport: track.sport ?? null,
    passedOver: track.warnings ?? [],
    withGps,
    segments: segments.map((segment) => {
      cleaner.after(segment.points.size)
      return toStored(segment, withGps)
    }),
    tiles: encodeLineTiles(lines),
    laps: track.laps ? JSON.stringify(track.laps) : null,
    elevationSource: chosen.source,
    ends: endsOf(lines),
    mapId: mapIdOf(lines),
    warnings: unmatchedWarning(chosen),
    leg: track.leg ?? null,
    isTransition: track.isTransition === true,
  }
  if (rules.isAnalysedLater) return { ...measured, analysed: undefined }
  const isByDevice = summary.measuredBy !== null
  const walked = segments.map(({ points, metrics: { distance } }) => {
    cleaner.after(points.size)
    return measureSteps(points, { distance, isByDevice })
  })
  // The analysis uses more memory than everything before it.
  if (isLast) freeUnread(track, segments, walked)
  cleaner.after(sizeOf(track.segments))
  return { ...measured, analysed: analyseSegments(walked) }
}

/**
 * Frees the columns that the analysis does not read, nearly half the memory of a recording. They are empty afterwards.
 */
function freeUnread(
  track: Track,
  segments: readonly SegmentSummary[],
  walked: readonly MeasuredSegment[],
): void {
  const read = new Set<ArrayBufferLike>()
  for (const { points, steps } of walked)
    for (const column of [points.time, points.ele, points.hr, points.cadence, points.power, steps])
      read.add(column.buffer)
  const all = [...track.segments, ...segments.map(({ points }) => points)]
  const unread = all.flatMap(({ lat, lon, ele, extra = [] }) => [
    ...[lat, lon, ele],
    ...extra.map(({ values }) => values),
  ])
  const computed = segments.flatMap(({ points, steps }) => [points.speed, steps])
  for (const column of [...unread, ...computed]) if (!read.has(column.buffer)) freeBytes(column)
}

/**
 * Frees unused memory between the steps of the work, such as the bytes of a file and intermediate columns. The engine
 * alone would let hundreds of megabytes accumulate.
 */
class Cleaner {
  #points = 0

  /** Must be called after each step, with the number of processed points. */
  after(points: number): void {
    this.#points += points
    if (this.#points < MANY_POINTS) return
    this.#points = 0
    Bun.gc(true)
  }
}

const sizeOf = (segments: readonly { size: number }[]): number =>
  segments.reduce((sum, { size }) => sum + size, 0)

function getElevations(
  track: Track,
  { request, services }: MeasuringJob,
  { tileFolders = new TileFolders(), ...outside }: JobDeps,
): Promise<ChosenElevations> {
  const plan = request.hasElevation ? request.elevations : ({ use: 'file' } as const)
  const tiles = services.tiles === undefined ? undefined : tileFolders.at(services.tiles)
  const { measurements } = request
  const access = { ...services, ...outside, tiles, measurements }
  return chooseElevations(track, plan, access).catch((error) => {
    if (error instanceof ElevationServiceError) throw new TrackError('elevations', { cause: error })
    throw error
  })
}

const ID_LENGTH = 32

/** A hash of all points, which cannot be guessed without knowing all of them. */
function mapIdOf(lines: readonly StoredPoints[]): string | null {
  if (lines.length === 0) return null
  const hash = createHash('sha256')
  for (const { lat, lon } of lines) hash.update(lat).update(lon)
  return hash.digest('hex').slice(0, ID_LENGTH)
}

const unmatchedWarning = ({ unmatched }: ChosenElevations) =>
  unmatched > 0 ? [`${unmatched} points have no stored elevation and keep the file's`] : []

const toStored = (
  { startedAt, metrics, points }: SegmentSummary,
  withGps: boolean,
): RecordingSegment => ({
  startedAt,
  metrics,
  pointCount: points.size,
  points: encodePoints(points),
  streams: encodeExtra(points.size, points.extra),
  pieces: withGps ? linePieces(points) : [],
})

/** Points without a position at the start or end do not count. */
function endsOf(lines: readonly StoredPoints[]): Recording['ends'] {
  const placed = lines.filter(({ lat }) => !lat.every(Number.isNaN))
  const [first, last] = [placed[0], placed.at(-1)]
  if (!first || !last) return null
  const start = endAt(first, first.lat.findIndex(isKnown))
  const end = endAt(last, last.lat.findLastIndex(isKnown))
  return Number.isNaN(start.at + end.at) ? null : { start, end }
}

const isKnown = (degrees: number) => !Number.isNaN(degrees)

const endAt = ({ lat, lon, time }: StoredPoints, i: number) => ({
  lat: lat[i] ?? Number.NaN,
  lon: lon[i] ?? Number.NaN,
  at: Math.floor((time[i] ?? Number.NaN) / MICROSECONDS_PER_MILLISECOND),
})
