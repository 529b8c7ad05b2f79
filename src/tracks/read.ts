import { Findings } from './findings'
import { type FitOptions, readFit } from './formats/fit'
import { GPX } from './formats/gpx'
import { gunzip, isGzip } from './formats/gzip'
import { readIgc } from './formats/igc'
import { KML } from './formats/kml'
import { readKmz } from './formats/kmz'
import { readPolar } from './formats/polar'
import { readPwx } from './formats/pwx'
import { type Format, recogniseFormat } from './formats/recognise'
import { readSuunto } from './formats/suunto'
import { tcxFormat } from './formats/tcx'
import { readForgivingly, readXml, type XmlFormat } from './formats/xml'
import { hasNoTimes, spreadTimes } from './spread-times'
import type { Track, TrackWarning } from './track'
import { type Remedy, TrackError, type TrackErrorKind } from './track-error'

/** How files are turned into tracks; see the readers of the formats. */
export interface ReadOptions extends FitOptions {
  /** Whether the part that is there of a file that ends in the middle is read. */
  readonly acceptPartial?: boolean
  /** What to make of a line without times: when it was begun (microseconds since the Unix epoch), and its seconds. */
  readonly times?: { readonly start: number; readonly duration: number } | undefined
}

/**
 * Reads a recording, or a gzip file of one. The content decides what it is; the extension of `fileName` only where the
 * content leaves it open. Files are read as the contract has it; one that this refuses for formal reasons is read once
 * more in a way that passes over what is no value, and says what that was.
 *
 * @throws TrackError and nothing else: `invalidFile` when the content is of no known format, what the reader of the
 *   format throws, `noStartTime` for a line without times, `processing` for whatever goes wrong beyond that. Whether the
 *   track can become a workout in other ways (two points, times at the start) is not checked here.
 */
export async function readTrack(
  fileName: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Track> {
  try {
    const plain = isGzip(bytes) ? gunzip(bytes) : bytes
    const name = plain === bytes ? fileName : fileName.replace(/\.gz$/i, '')
    const format = recogniseFormat(plain, extensionOf(name))
    if (format === undefined) throw new TrackError('invalidFile')
    return withTimes(await READERS[format](plain, options), options)
  } catch (error) {
    if (error instanceof TrackError) throw error
    throw new TrackError('processing', { cause: error })
  }
}

/** Lower case, without the dot. */
function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
}

type Reader = (bytes: Uint8Array, options: ReadOptions) => Track | Promise<Track>

const READERS: Record<Format, Reader> = {
  gpx: (bytes, options) => readEither(bytes, GPX, options),
  tcx: (bytes, options) => readEither(bytes, tcxFormat(options), options),
  kml: (bytes, options) => readEither(bytes, KML, options),
  kmz: (bytes, options) =>
    readKmz(bytes, (name, document) => readEither(document, name === 'gpx' ? GPX : KML, options)),
  fit: readFit,
  igc: (bytes, options) => noting('igcUnreadable', options, (found) => readIgc(bytes, found)),
  pwx: (bytes, options) =>
    noting('pwxUnreadable', options, (found) => readPwx(bytes, options, found)),
  suunto: (bytes, options) =>
    noting('suuntoUnreadable', options, (found) => readSuunto(bytes, options, found)),
  polar: (bytes, options) =>
    noting('polarUnreadable', options, (found) => readPolar(bytes, options, found)),
}

/** As the contract has it, else forgivingly; a file that is refused both ways is refused as the contract has it. */
function readEither(bytes: Uint8Array, format: XmlFormat, options: ReadOptions): Track {
  try {
    return readXml(bytes, format)
  } catch (refusal) {
    if (!(refusal instanceof TrackError) || !FORMAL.has(refusal.kind)) throw refusal
    return readAgain(bytes, format, { refusal, options })
  }
}

/** Refusals that may have formal reasons only. */
const FORMAL: ReadonlySet<TrackErrorKind> = new Set<TrackErrorKind>([
  'gpxUnreadable',
  'gpxNoTracks',
  'kmlUnreadable',
  'kmlUnsupported',
  'kmlNoTracks',
  'tcxUnreadable',
  'tcxNoActivities',
  'tcxNoTracks',
  'processing',
])

function readAgain(
  bytes: Uint8Array,
  format: XmlFormat,
  { refusal, options }: { refusal: TrackError; options: ReadOptions },
): Track {
  try {
    return noting(refusal.kind, options, (found) => readForgivingly(bytes, format, found))
  } catch (error) {
    if (error instanceof TrackError && error.remedy === undefined) throw refusal
    throw error
  }
}

/** Reads with findings, and keeps them with the track. @throws TrackError `refusal` for a part that nobody asked for */
function noting(
  refusal: TrackErrorKind,
  options: ReadOptions,
  read: (findings: Findings) => Track,
): Track {
  const findings = new Findings()
  const track = read(findings)
  if (!track.segments.some(({ size }) => size >= (track.withoutGps ? 1 : 2)))
    throw new TrackError(refusal)
  if (findings.isPart && !options.acceptPartial)
    throw new TrackError(refusal, { remedy: acceptPart(track) })
  if (refusal === 'kmlNoTracks' && findings.isKnownRefusal && !options.acceptPartial)
    throw new TrackError(refusal, { remedy: LONE_TRACK })
  if (lacksTimes(track) && !options.times) throw new TrackError(refusal, { remedy: GIVE_TIMES })
  return { ...track, warnings: findings.warnings }
}

const GIVE_TIMES: Remedy = {
  code: 'times_missing',
  text: 'the file has no times: give the date (workout_date) and the duration of the workout',
}

const LONE_TRACK: Remedy = {
  code: 'lone_track',
  text: 'there is one track, but not where it is looked for; accept_partial reads it',
}

function acceptPart({ segments }: Track): Remedy {
  const points = segments.reduce((sum, { size }) => sum + size, 0)
  const last = segments.at(-1)?.time.at(-1) ?? Number.NaN
  const until = Number.isNaN(last) ? undefined : new Date(last / 1000).toISOString()
  const told = until === undefined ? '' : `, until ${until}`
  return {
    code: 'incomplete_file',
    points,
    ...(until !== undefined && { until }),
    text: `the file ends in the middle: ${points} points are there${told}; accept_partial reads them`,
  }
}

const lacksTimes = (track: Track): boolean =>
  track.withoutGps === undefined && hasNoTimes(track.segments)

const TIMES_GIVEN: TrackWarning = { kind: 'times_given', count: 1 }

/** @throws TrackError noStartTime for a line without times that gets none */
function withTimes(track: Track, { times }: ReadOptions): Track {
  const isLine = track.segments.some(({ size }) => size > 1)
  if (!isLine || !lacksTimes(track)) return track
  if (times === undefined) throw new TrackError('noStartTime', { remedy: GIVE_TIMES })
  spreadTimes(track.segments, times.start, times.start + times.duration * 1e6)
  return { ...track, warnings: [...(track.warnings ?? []), TIMES_GIVEN] }
}
