import type { Format } from './detect-format'

interface RecordingFile {
  mediaType: string
  /** Formats that files with this extension can have; the content decides. */
  formats: readonly Format[]
  /** Whether the extension is common outside of training, so that the name of the file has to be an exporter's, too. */
  isAmbiguous?: true
  /** Whether exporters write such files gzipped. */
  isGzipped?: true
}

/** Files that can be recordings, by extension in lower case. For each format, its own extension comes first. */
const RECORDING_FILES = {
  gpx: { mediaType: 'application/gpx+xml', formats: ['gpx'], isGzipped: true },
  fit: { mediaType: 'application/vnd.ant.fit', formats: ['fit'], isGzipped: true },
  kml: { mediaType: 'application/vnd.google-earth.kml+xml', formats: ['kml'], isGzipped: true },
  kmz: { mediaType: 'application/vnd.google-earth.kmz', formats: ['kmz'] },
  tcx: { mediaType: 'application/vnd.garmin.tcx+xml', formats: ['tcx'], isGzipped: true },
  igc: { mediaType: 'application/vnd.fai.igc', formats: ['igc'], isGzipped: true },
  pwx: { mediaType: 'application/xml', formats: ['pwx'], isGzipped: true },
  sml: { mediaType: 'application/xml', formats: ['suunto'], isGzipped: true },
  slf: { mediaType: 'application/xml', formats: ['slf'], isGzipped: true },
  xml: {
    mediaType: 'application/xml',
    formats: ['tcx', 'pwx', 'suunto', 'polar', 'moveslink'],
    isAmbiguous: true,
  },
  hrm: { mediaType: 'text/plain', formats: ['hrm'], isGzipped: true },
  json: {
    mediaType: 'application/json',
    formats: ['suunto', 'polar', 'goldencheetah', 'peloton'],
    isAmbiguous: true,
  },
} as const satisfies Record<string, RecordingFile>

const entries = Object.entries<RecordingFile>(RECORDING_FILES)
const extensionsOf = (isWanted: (file: RecordingFile) => boolean) =>
  entries.filter(([, file]) => isWanted(file)).map(([extension]) => extension)

/** Extensions of files that can be recordings. */
export const EXTENSIONS: readonly string[] = Object.keys(RECORDING_FILES)

/** Extensions of files that can only be recordings. */
export const RECORDING_ONLY: readonly string[] = extensionsOf(({ isAmbiguous }) => !isAmbiguous)

/** The extensions that a recording of a format may have, its own first. */
export const extensionsOfFormat = (format: Format): string[] =>
  extensionsOf(({ formats }) => formats.includes(format))

/** The media type of a recording with this extension; undefined for other extensions. */
export const mediaTypeOf = (extension: string): string | undefined =>
  entries.find(([known]) => known === extension)?.[1].mediaType

/** Names that exporters give to files with an ambiguous extension. */
const NAMED_RECORDING = /(?:^|\/)(?:training-session-[^/]*|log-[^/]*)\.(?:json|xml)(?:\.gz)?$/i
const RECORDING = new RegExp(
  `\\.(?:${RECORDING_ONLY.join('|')}|(?:${extensionsOf(({ isGzipped }) => isGzipped === true).join('|')})\\.gz)$`,
  'i',
)

/** Whether the name of a file in an archive or folder is that of a recording, gzipped or not. */
export const isRecordingName = (path: string): boolean =>
  RECORDING.test(path) || NAMED_RECORDING.test(path)
