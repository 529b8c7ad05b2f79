/** Extensions of files that can be recordings, lower case; the content decides what such a file is. */
export const EXTENSIONS = [
  'gpx',
  'fit',
  'kml',
  'kmz',
  'tcx',
  'igc',
  'pwx',
  'sml',
  'xml',
  'json',
] as const

/** Files of these kinds are often something else: in archives and folders only names count that exporters give. */
const NAMED_RECORDING = /(?:^|\/)(?:training-session-[^/]*|log-[^/]*)\.(?:json|xml)$/i
const RECORDING = /\.(?:kml|kmz|(?:gpx|fit|tcx|igc|pwx|sml)(?:\.gz)?)$/i

/** Whether a file in an archive or folder is a recording, judged by its name; it may be compressed on its own. */
export const isRecordingName = (path: string): boolean =>
  RECORDING.test(path) || NAMED_RECORDING.test(path)
