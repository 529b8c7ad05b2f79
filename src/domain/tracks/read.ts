import type { Measurements } from '@/domain/reference/measurements'
import { countClockJumps } from './clock-jumps'
import { detectFormat, type Format } from './formats/detect-format'
import { readFit } from './formats/fit/fit'
import type { FitOptions } from './formats/fit/fit-options'
import { readGoldenCheetah } from './formats/golden-cheetah'
import { type GpxOptions, gpxFormat } from './formats/gpx/gpx'
import { readIgc } from './formats/igc'
import { KML } from './formats/kml/kml'
import { readKmz } from './formats/kml/kmz'
import { readMoveslink } from './formats/moveslink'
import { readPeloton } from './formats/peloton'
import { readPolar } from './formats/polar'
import { readPolarHrm } from './formats/polar-hrm'
import { readPwx } from './formats/pwx'
import { readSigma } from './formats/sigma'
import { readSuunto } from './formats/suunto'
import { tcxFormat } from './formats/tcx/tcx'
import { readForgivingly, readXml, type XmlFormat } from './formats/xml/xml'
import { gunzip, isGzip } from './formats/zip/gzip'
import { gapWarnings } from './gap-warnings'
import { ReadingWarnings } from './reading-warnings'
import { hasNoTimes, spreadTimes } from './spread-times'
import type { Track, TrackWarning } from './track'
import { type MissingDetails, TrackError, type TrackErrorKind } from './track-error'

/** Options for reading files; see the readers of the formats. */
export interface ReadOptions extends FitOptions, GpxOptions {
  /** How the recording will be measured; `fittrackee` by default. Only `device` uses samples without a position. */
  readonly measurements?: Measurements | undefined
  /** Whether to read the existing part of a truncated file. */
  readonly acceptPartial?: boolean
  /** Start (microseconds since the Unix epoch) and duration in seconds, for a line without times. */
  readonly times?: { readonly start: number; readonly duration: number } | undefined
}

/**
 * Reads a recording, optionally compressed with gzip. The content determines the format; the extension of `fileName`
 * counts only if the content is ambiguous. Files are read as the contract requires. A file that is rejected for formal
 * reasons is read again in a mode that skips invalid values and reports them. Does not check the other requirements for
 * workouts (two points, times at the start).
 * @throws TrackError only: `invalidFile` for an unknown format, the errors of the format's reader, `noStartTime` for a
 * line without times, `processing` for any other failure.
 */
export async function readTrack(
  fileName: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Track> {
  try {
    const plain = isGzip(bytes) ? gunzip(bytes) : bytes
    const name = plain === bytes ? fileName : fileName.replace(/\.gz$/i, '')
    const format = detectFormat(plain, extensionOf(name))
    if (format === undefined) throw new TrackError('invalidFile')
    return completed(withTimes(await READERS[format](plain, options), options), options)
  } catch (error) {
    if (error instanceof TrackError) throw error
    throw new TrackError('processing', { cause: error })
  }
}

/** Returns the extension in lower case, without the dot. */
function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
}

type Reader = (bytes: Uint8Array, options: ReadOptions) => Track | Promise<Track>

const READERS: Record<Format, Reader> = {
  gpx: (bytes, options) => readEither(bytes, gpxFormat(options), options),
  tcx: (bytes, options) => readEither(bytes, tcxFormat(options), options),
  kml: (bytes, options) => readEither(bytes, KML, options),
  kmz: (bytes, options) =>
    readKmz(bytes, (name, document) =>
      readEither(document, name === 'gpx' ? gpxFormat(options) : KML, options),
    ),
  fit: readFit,
  igc: (bytes, options) => noting('igcUnreadable', options, (found) => readIgc(bytes, found)),
  pwx: (bytes, options) =>
    noting('pwxUnreadable', options, (found) => readPwx(bytes, options, found)),
  suunto: (bytes, options) =>
    noting('suuntoUnreadable', options, (found) => readSuunto(bytes, options, found)),
  hrm: (bytes, options) =>
    noting('polarUnreadable', options, (found) => readPolarHrm(bytes, options, found)),
  goldencheetah: (bytes, options) =>
    noting('invalidFile', options, (found) => readGoldenCheetah(bytes, options, found)),
  slf: (bytes, options) =>
    noting('sigmaUnreadable', options, (found) => readSigma(bytes, options, found)),
  moveslink: (bytes, options) =>
    noting('suuntoUnreadable', options, (found) => readMoveslink(bytes, options, found)),
  peloton: (bytes, options) =>
    noting('pelotonUnreadable', options, (found) => readPeloton(bytes, options, found)),
  polar: (bytes, options) =>
    noting('polarUnreadable', options, (found) => readPolar(bytes, options, found)),
}

/** Reads a file as the contract requires, or else tolerantly. If both fail, throws the error of the first attempt. */
function readEither(bytes: Uint8Array, format: XmlFormat, options: ReadOptions): Track {
  try {
    return readXml(bytes, format)
  } catch (refusal) {
    if (!(refusal instanceof TrackError) || !FORMAL.has(refusal.kind)) throw refusal
    return readAgain(bytes, format, { refusal, options })
  }
}

/** Errors that may have only formal causes. */
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
    if (!(error instanceof TrackError)) throw error
    const { remedy } = error
    if (remedy !== undefined && remedy.code !== 'malformed') throw error
    // Clients expect the first error. The second attempt accepts more, so its problem is the one to repair.
    throw new TrackError(refusal.kind, { cause: refusal, remedy: remedy ?? refusal.remedy })
  }
}

/** Reads a track and adds its warnings. @throws TrackError `refusal` for a partial file, unless the options accept it */
function noting(
  refusal: TrackErrorKind,
  options: ReadOptions,
  read: (findings: ReadingWarnings) => Track,
): Track {
  const findings = new ReadingWarnings()
  const track = read(findings)
  if (!track.segments.some(({ size }) => size >= (track.withoutGps ? 1 : 2)))
    throw new TrackError(refusal)
  if (findings.isPart && !options.acceptPartial)
    throw new TrackError(refusal, { remedy: acceptPart(track) })
  if (refusal === 'kmlNoTracks' && findings.isKnownRefusal && !options.acceptPartial)
    throw new TrackError(refusal, { remedy: LONE_TRACK })
  if (lacksTimes(track) && !options.times) throw new TrackError(refusal, { remedy: GIVE_TIMES })
  return { ...track, warnings: [...(track.warnings ?? []), ...findings.warnings] }
}

const GIVE_TIMES: MissingDetails = {
  code: 'times_missing',
  text: 'the file has no times: give the date (workout_date) and the duration of the workout',
}

const LONE_TRACK: MissingDetails = {
  code: 'lone_track',
  text: 'there is one track, but not where it is looked for; accept_partial reads it',
}

function acceptPart({ segments }: Track): MissingDetails {
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

/** Adds warnings about what only a finished track shows; with `device`, repairs jumps of the clock. */
function completed({ further, ...track }: Track, options: ReadOptions): Track {
  const jumps = countClockJumps(track, options.measurements === 'device')
  const found: TrackWarning[] = [
    ...(jumps > 0 ? [{ kind: 'clock_jumps', count: jumps } as const] : []),
    ...gapWarnings(track),
  ]
  return {
    ...track,
    ...(found.length > 0 && { warnings: [...(track.warnings ?? []), ...found] }),
    ...(further && { further: further.map((leg) => completed(leg, options)) }),
  }
}

const TIMES_GIVEN: TrackWarning = { kind: 'times_given', count: 1 }

/** @throws TrackError noStartTime for a line without times that gets none */
function withTimes(track: Track, { times }: ReadOptions): Track {
  const isLine = track.segments.some(({ size }) => size > 1)
  if (!isLine || !lacksTimes(track)) return track
  if (times === undefined) throw new TrackError('noStartTime', { remedy: GIVE_TIMES })
  spreadTimes(track.segments, times.start, times.start + times.duration * 1e6)
  return { ...track, warnings: [...(track.warnings ?? []), TIMES_GIVEN] }
}
