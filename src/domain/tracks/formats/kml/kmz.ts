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
 * another name that is one.
 * @throws TrackError kmzUnreadable without a document, or for an archive that is not safe to unpack; kmlUnreadable for
 * a damaged archive; tooLarge; and the errors of `read`
 */
export async function readKmz(bytes: Uint8Array, read: ReadDocument): Promise<Track> {
  const archive = await orTrackError(() => openZip(bytes, MAX_ENTRIES))
  const unpack = (entry: ZipEntry) => orTrackError(() => archive.read(entry, MAX_UNPACKED_BYTES))
  let refusal: TrackError | undefined
  for (const entry of documentsOf(archive)) {
    try {
      return read(isGpx(entry) ? 'gpx' : 'kml', await unpack(entry))
    } catch (error) {
      if (!(error instanceof TrackError)) throw error
      refusal ??= entry.name === DOCUMENT ? error : refusalOf(error)
    }
  }
  throw refusal ?? new TrackError('kmzUnreadable')
}

const isGpx = ({ name }: ZipEntry) => /\.gpx$/i.test(name)

/** Lists the documents, the usual one first. */
function documentsOf({ entries }: ZipArchive): ZipEntry[] {
  const isUsual = ({ name }: ZipEntry) => name === DOCUMENT
  const others = entries.filter((entry) => /\.(kml|gpx)$/i.test(entry.name) && !isUsual(entry))
  return [...entries.filter(isUsual), ...others].slice(0, MAX_DOCUMENTS)
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
