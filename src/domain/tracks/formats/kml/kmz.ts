import { MAX_UNPACKED_BYTES } from '@/domain/tracks/formats/limits'
import { openZip, type ZipArchive, type ZipEntry, ZipError } from '@/domain/tracks/formats/zip/zip'
import type { Track } from '@/domain/tracks/track'
import { TrackError, type TrackErrorKind } from '@/domain/tracks/track-error'

/** Usual path of the document in a KMZ. Other paths are tried if it is missing or not a track. */
const DOCUMENT = 'doc.kml'

/** Maximum number of entries. A KMZ may contain icons and overlays. */
const MAX_ENTRIES = 10_000
/** Maximum number of documents to try. */
const MAX_DOCUMENTS = 6

/** Reads a document of a KMZ. */
export type ReadDocument = (name: 'kml' | 'gpx', bytes: Uint8Array) => Track

/**
 * Reads the KML document of a KMZ archive. If it is missing or not a track, reads the first KML or GPX file with
 * another name that is one. Other documents that are tracks are left out, with a warning.
 * @throws TrackError kmzUnreadable without a document, or for an archive that is not safe to unpack; kmlUnreadable for
 * a damaged archive; tooLarge; and the errors of `read`
 */
export async function readKmz(bytes: Uint8Array, read: ReadDocument): Promise<Track> {
  const archive = await orTrackError(() => openZip(bytes, MAX_ENTRIES))
  const documents = documentsOf(archive)
  const tried = documents.slice(0, MAX_DOCUMENTS)
  let refusal: TrackError | undefined
  for (const [index, entry] of tried.entries()) {
    try {
      const track = await readEntry(archive, entry, read)
      const others = tried.slice(index + 1)
      const leftOut = await countTracks(archive, others, read)
      return withLeftOut(track, leftOut + documents.length - tried.length)
    } catch (error) {
      if (!(error instanceof TrackError)) throw error
      refusal ??= entry.name === DOCUMENT ? error : refusalOf(error)
    }
  }
  throw refusal ?? new TrackError('kmzUnreadable')
}

async function readEntry(archive: ZipArchive, entry: ZipEntry, read: ReadDocument): Promise<Track> {
  const content = await orTrackError(() => archive.read(entry, MAX_UNPACKED_BYTES))
  return read(isGpx(entry) ? 'gpx' : 'kml', content)
}

/** Counts the documents that are tracks: a KMZ may also contain documents with styles or places only. */
async function countTracks(
  archive: ZipArchive,
  documents: readonly ZipEntry[],
  read: ReadDocument,
): Promise<number> {
  let count = 0
  for (const entry of documents) {
    try {
      await readEntry(archive, entry, read)
      count += 1
    } catch (error) {
      if (!(error instanceof TrackError)) throw error
    }
  }
  return count
}

function withLeftOut(track: Track, count: number): Track {
  if (count === 0) return track
  return { ...track, warnings: [...(track.warnings ?? []), { kind: 'tracks_left_out', count }] }
}

const isGpx = ({ name }: ZipEntry) => /\.gpx$/i.test(name)

/** Lists the documents, the usual one first. */
function documentsOf({ entries }: ZipArchive): ZipEntry[] {
  const isUsual = ({ name }: ZipEntry) => name === DOCUMENT
  const others = entries.filter((entry) => /\.(kml|gpx)$/i.test(entry.name) && !isUsual(entry))
  return [...entries.filter(isUsual), ...others]
}

/** The error for an archive whose only document, under another name, is not a track: clients expect `kmzUnreadable`. */
const refusalOf = ({ remedy, cause }: TrackError) =>
  new TrackError('kmzUnreadable', { remedy, cause })

async function orTrackError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw new TrackError(KIND[error.problem], { cause: error })
  }
}

const KIND: Record<ZipError['problem'], TrackErrorKind> = {
  unreadable: 'kmlUnreadable',
  tooLarge: 'tooLarge',
  unsafe: 'kmzUnreadable',
  tooManyEntries: 'kmzUnreadable',
}
