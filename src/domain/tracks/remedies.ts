import { TrackError, type TrackErrorKind } from './track-error'

const EXPORT_AGAIN =
  'the file is damaged, or not what its extension says: export it again from the device or app, or open it there to see whether it is complete'
const NO_POINTS =
  'the file contains no recorded points: export the activity itself, not a course or a summary'
const SPLIT = 'divide the recording into several files'

/** What the owner of a rejected file can do, by error; errors that bring their own details are not listed. */
const REMEDIES: Partial<Record<TrackErrorKind, string>> = {
  gpxUnreadable: EXPORT_AGAIN,
  kmlUnreadable: EXPORT_AGAIN,
  kmlUnsupported: EXPORT_AGAIN,
  kmzUnreadable: EXPORT_AGAIN,
  igcUnreadable: EXPORT_AGAIN,
  pwxUnreadable: EXPORT_AGAIN,
  suuntoUnreadable: EXPORT_AGAIN,
  polarUnreadable: EXPORT_AGAIN,
  sigmaUnreadable: EXPORT_AGAIN,
  pelotonUnreadable: EXPORT_AGAIN,
  tcxUnreadable: EXPORT_AGAIN,
  fitUnreadable: EXPORT_AGAIN,
  invalidFile: EXPORT_AGAIN,
  invalidGpx: EXPORT_AGAIN,
  processing: EXPORT_AGAIN,
  gpxNoTracks: NO_POINTS,
  kmlNoTracks: NO_POINTS,
  tcxNoActivities: NO_POINTS,
  tcxNoTracks: NO_POINTS,
  noSegments: NO_POINTS,
  tcxNoCoordinates: 'allow recordings without GPS on this server (IMPORT_WITHOUT_GPS)',
  fitNoGps: NO_POINTS,
  noStartTime: 'give the date (workout_date) and the duration of the workout',
  noSegmentTime: 'remove the segment without times, or export the activity again',
  sameStart: 'remove the segment that is in the file twice',
  tooFewPoints: 'undo edits until at least two points remain',
  elevations: 'try again later: the elevation service failed',
  tooManySegments: SPLIT,
  tooManyPoints: SPLIT,
  tooLarge: SPLIT,
  fileTooLarge: SPLIT,
}

/**
 * Returns what makes a rejected file readable, in English; undefined when nothing is known. `error` may be the response
 * to the client, whose cause is the error of the file.
 */
export function describeRemedy(error: unknown): string | undefined {
  if (error instanceof TrackError) return error.remedy?.text ?? REMEDIES[error.kind]
  return error instanceof Error && error.cause !== undefined
    ? describeRemedy(error.cause)
    : undefined
}
