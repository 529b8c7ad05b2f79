/** A service whose exports are recognised by file names, in the service's own spelling. */
export type RecognisedService = (typeof SERVICES)[number][0]

/** The contents of a ZIP archive, according to its central directory. */
export type ArchiveContents = {
  /** The service that exported the archive; undefined for other archives. */
  service: RecognisedService | undefined
  /** Number of files whose extension is that of a recording. */
  recordings: number
  /** Number of nested archives. */
  archives: number
}

/** The end-of-central-directory record is 22 bytes long and may be followed by a comment of at most 64 KiB. */
const TAIL_BYTES = 22 + 0xffff
const END = 0x06054b50
const ENTRY = 0x02014b50
/** Larger directories are not read; the server reads the archive. */
const MAX_BYTES = 64 * 1024 * 1024

const RECORDING = /\.(?:kmz|(?:gpx|fit|tcx|kml|igc|pwx|sml|hrm)(?:\.gz)?)$/i
const NAMED_RECORDING = /(?:^|\/)(?:training-session-[^/]*|log-[^/]*)\.(?:json|xml)(?:\.gz)?$/i

const SERVICES = [
  ['Strava', /(?:^|\/)activities\.csv$/],
  ['Garmin Connect', /(?:^|\/)UploadedFiles_.*\.zip$|summarizedActivities\.json$/i],
  ['FitTrackee', /^user_workouts_data\.json$/],
  ['Runkeeper', /(?:^|\/)cardioActivities\.csv$/],
  ['Endomondo', /(?:^|\/)Workouts\/[^/]+\.json$/],
  ['Polar Flow', /(?:^|\/)training-session-[^/]*\.json$/i],
  ['Fitbit', /(?:^|\/)exercise-\d+\.json$/i],
  ['adidas Running', /(?:^|\/)Sport-sessions\/[^/]+\.json$/i],
  ['Samsung Health', /(?:^|\/)com\.samsung\.s?health\.exercise\.\d+\.csv$/i],
  ['Huawei Health', /(?:^|\/)motion path detail data[^/]*\.json$/i],
  ['Google Fit', /(?:^|\/)Takeout\/[^/]+\/[^/]+\/(?:[^/]+\.tcx|\d{4}-\d\d-\d\dT[^/]+\.json)$/i],
] as const

/** Reads only the central directory of an archive; undefined if that is not possible. */
export async function inspectArchive(file: Blob): Promise<ArchiveContents | undefined> {
  const directory = await findDirectory(file)
  if (!directory) return undefined
  const names = readNames(new Uint8Array(await directory.arrayBuffer()))
  return {
    service: SERVICES.find(([service, pattern]) => isExportOf(service, pattern, names))?.[0],
    recordings: names.filter((name) => RECORDING.test(name) || NAMED_RECORDING.test(name)).length,
    archives: names.filter((name) => /\.zip$/i.test(name)).length,
  }
}

/** The folder of Strava's recordings. */
const STRAVA_FOLDER = /(?:^|\/)activities\//

/** Other services export an `activities.csv`, too, but keep recordings in other places than Strava. */
function isExportOf(service: string, pattern: RegExp, names: readonly string[]): boolean {
  if (!names.some((name) => pattern.test(name))) return false
  const recordings = names.filter((name) => RECORDING.test(name))
  return (
    service !== 'Strava' ||
    recordings.length === 0 ||
    recordings.some((name) => STRAVA_FOLDER.test(name))
  )
}

/** Returns the central directory as a slice of the file. ZIP64 archives (over 4 GB) are not supported: undefined. */
async function findDirectory(file: Blob): Promise<Blob | undefined> {
  const tail = new DataView(await file.slice(-TAIL_BYTES).arrayBuffer())
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue
    const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    const fits = size <= MAX_BYTES && start + size <= file.size
    return fits ? file.slice(start, start + size) : undefined
  }
  return undefined
}

function readNames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer)
  const text = new TextDecoder()
  const names: string[] = []
  let at = 0
  while (at + 46 <= bytes.length && view.getUint32(at, true) === ENTRY) {
    const length = view.getUint16(at + 28, true)
    names.push(text.decode(bytes.subarray(at + 46, at + 46 + length)))
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return names
}
