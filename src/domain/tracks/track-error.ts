const PROCESSING = 'error when processing workout'

/** Every text with which a file can be rejected. Clients translate them by exact match. */
export const TRACK_ERRORS = {
  gpxUnreadable: 'error when parsing gpx file',
  gpxNoTracks: 'no tracks in gpx file',
  kmlUnreadable: 'error when parsing kml file',
  kmlUnsupported: 'unsupported kml file',
  kmlNoTracks: 'no tracks in kml file',
  kmzUnreadable: 'error when parsing kmz file',
  igcUnreadable: 'error when parsing igc file',
  pwxUnreadable: 'error when parsing pwx file',
  suuntoUnreadable: 'error when parsing suunto file',
  polarUnreadable: 'error when parsing polar file',
  sigmaUnreadable: 'error when parsing sigma file',
  pelotonUnreadable: 'error when parsing peloton file',
  tcxUnreadable: 'error when parsing tcx file',
  tcxNoActivities: 'no activities in tcx file',
  tcxNoTracks: 'no laps or no tracks in tcx file',
  tcxNoCoordinates: 'no coordinates in tcx file',
  fitUnreadable: 'error when parsing fit file',
  fitNoGps: 'no valid segments with GPS found in fit file',
  noSegments: 'no valid segments in file',
  noStartTime: '<time> is missing in gpx file',
  noSegmentTime: '<time> is missing in segment',
  sameStart: 'some segments have same start date',
  invalidGpx: 'gpx file is invalid',
  processing: PROCESSING,
  /** Not caused by the file: an elevation service failed. */
  elevations: PROCESSING,
  invalidFile: 'invalid file',
  overLimits: 'one or more values, entered or calculated, exceed the limits',
  tooManySegments: 'file contains too many segments',
  tooManyPoints: 'file contains too many points',
  tooLarge: 'file is too large once decompressed',
  fileTooLarge: 'file is too large to be processed',
  tooFewPoints: 'the edits leave fewer than two points of the recording',
} as const

export type TrackErrorKind = keyof typeof TRACK_ERRORS

/** Details that would make a rejected file readable. The error texts of the contract cannot express them. */
export interface MissingDetails {
  readonly code:
    | 'incomplete_file'
    | 'lone_track'
    | 'times_missing'
    | 'sport_unknown'
    | 'not_an_activity'
    | 'malformed'
  readonly text: string
  /** How much of a truncated file is readable: number of points, and the time of the last one (ISO 8601). */
  readonly points?: number
  readonly until?: string
}

/** The only error that reading or measuring a file throws. `message` is the text for the client. */
export class TrackError extends Error {
  override name = 'TrackError'
  readonly kind: TrackErrorKind
  readonly remedy: MissingDetails | undefined

  constructor(kind: TrackErrorKind, { remedy, ...options }: TrackErrorOptions = {}) {
    super(TRACK_ERRORS[kind], options)
    this.kind = kind
    this.remedy = remedy
  }
}

interface TrackErrorOptions extends ErrorOptions {
  remedy?: MissingDetails | undefined
}
