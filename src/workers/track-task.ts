import { createHash } from 'node:crypto'
import { type Analysed, analyseSegments } from '@/analysis/analysed'
import { type ChosenElevations, chooseElevations } from '@/elevation/elevations'
import { ElevationServiceError } from '@/elevation/services'
import { TileFolders } from '@/elevation/tile-folder'
import { freeBytes } from '@/lib/memory'
import type { Outside } from '@/lib/outgoing'
import type { PageCache } from '@/lib/page-cache'
import { linePieces } from '@/tracks/geometry/pieces'
import { type SegmentSummary, summarise } from '@/tracks/metrics/summary'
import type { StoredPoints } from '@/tracks/metrics/units'
import { readTrack } from '@/tracks/read'
import { encodeExtra } from '@/tracks/streams/extra-blob'
import { encodePoints } from '@/tracks/streams/points-blob'
import type { Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import type { MeasuredSegment, MeasuredTrack, TrackJob } from './track-job'
import { takeIn } from './unpack-recording'

/** What the work on recordings needs. */
export interface JobDeps extends Outside {
  /** What is remembered of folders of elevation tiles between jobs; absent: nothing. */
  tileFolders?: TileFolders
  /** Absent: files stay there. */
  pageCache?: PageCache
}

/** After the work on so many points the engine is told to clear up. */
const MANY_POINTS = 250_000
const MICROSECONDS_PER_MILLISECOND = 1000

/**
 * Reads and measures one recording; everything that costs time in an upload happens here.
 *
 * @throws TrackError when the file cannot be used, or (`elevations`) when a service fails that was to be asked;
 *   SystemError when a packed one cannot be unpacked.
 */
export async function measureTrack(job: TrackJob, outside: JobDeps): Promise<MeasuredTrack> {
  const { track, hash } = await read(job)
  return { ...(await measure(track, job, outside)), hash }
}

/** The bytes are of no use any more when this is over. */
async function read({ request }: TrackJob): Promise<{ track: Track; hash: string }> {
  const bytes = takeIn(request)
  try {
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { track: await readTrack(request.fileName, bytes, request), hash }
  } finally {
    freeBytes(bytes)
  }
}

async function measure(
  track: Track,
  job: TrackJob,
  outside: JobDeps,
): Promise<Omit<MeasuredTrack, 'hash'>> {
  const { elevations: _, ...rules } = job.request
  const cleaner = new Cleaner()
  cleaner.after(sizeOf(track.segments))
  const chosen = await getElevations(track, job, outside)
  const columns = chosen.columns && { elevations: chosen.columns }
  const { segments, ...summary } = summarise(track, { ...rules, ...columns })
  cleaner.after(sizeOf(track.segments))
  const withGps = track.withoutGps === undefined
  const lines = withGps ? segments.map(({ points }) => points) : []
  return {
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
    analysed: rules.isAnalysedLater ? undefined : analyse(segments),
    laps: track.laps ? JSON.stringify(track.laps) : null,
    elevationSource: chosen.source,
    ends: endsOf(lines),
    mapId: mapIdOf(lines),
    warnings: unmatchedWarning(chosen),
  }
}

const analyse = (segments: readonly SegmentSummary[]): Analysed =>
  analyseSegments(
    segments.map(({ points }) => points),
    segments.map(({ steps }) => steps),
  )

/**
 * Frees in time what the steps of the work leave behind: the bytes of a file once it is read, columns that were made of
 * others. The engine alone waits until hundreds of megabytes have piled up.
 */
class Cleaner {
  #points = 0

  /** To be called after each step with the points that it was about. */
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
  { request, services }: TrackJob,
  { tileFolders = new TileFolders(), ...outside }: JobDeps,
): Promise<ChosenElevations> {
  const plan = request.hasElevation ? request.elevations : ({ use: 'file' } as const)
  const tiles = services.tiles === undefined ? undefined : tileFolders.at(services.tiles)
  return chooseElevations(track, plan, { ...services, ...outside, tiles }).catch((error) => {
    if (error instanceof ElevationServiceError) throw new TrackError('elevations', { cause: error })
    throw error
  })
}

const ID_LENGTH = 32

/** Nobody can guess it who does not know every point. */
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
): MeasuredSegment => ({
  startedAt,
  metrics,
  pointCount: points.size,
  points: encodePoints(points),
  streams: encodeExtra(points.size, points.extra),
  pieces: withGps ? linePieces(points) : [],
})

function endsOf(lines: readonly StoredPoints[]): MeasuredTrack['ends'] {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return null
  const start = endAt(first, 0)
  const end = endAt(last, last.size - 1)
  return Number.isNaN(start.at + end.at) ? null : { start, end }
}

const endAt = ({ lat, lon, time }: StoredPoints, i: number) => ({
  lat: lat[i] ?? Number.NaN,
  lon: lon[i] ?? Number.NaN,
  at: Math.floor((time[i] ?? Number.NaN) / MICROSECONDS_PER_MILLISECOND),
})
