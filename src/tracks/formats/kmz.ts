import type { Track } from '@/tracks/track'
import { TrackError, type TrackErrorKind } from '@/tracks/track-error'
import { MAX_UNPACKED_BYTES } from './limits'
import { openZip, type ZipArchive, type ZipEntry, ZipError } from './zip'

/** Where the document of a KMZ lies; what lies elsewhere is looked at when it is no track. */
const DOCUMENT = 'doc.kml'

/** A KMZ may hold icons and overlays besides its document. */
const MAX_ENTRIES = 10_000
/** Documents that are tried. */
const MOST_DOCUMENTS = 6

/** A document of a KMZ, and what reads it. */
export type ReadDocument = (name: 'kml' | 'gpx', bytes: Uint8Array) => Track

/**
 * Reads the KML document of a KMZ archive; if there is none of the usual name, or it is no track, the first KML or GPX
 * file under any name that is one.
 * @throws TrackError kmzUnreadable without a document, or for an archive that is not safe to unpack; kmlUnreadable
 *   for a damaged archive; tooLarge; and what `read` throws
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

/** The usual document first. */
function documentsOf({ entries }: ZipArchive): ZipEntry[] {
  const isUsual = ({ name }: ZipEntry) => name === DOCUMENT
  const others = entries.filter((entry) => /\.(kml|gpx)$/i.test(entry.name) && !isUsual(entry))
  return [...entries.filter(isUsual), ...others].slice(0, MOST_DOCUMENTS)
}

/** A document under another name that is no track leaves the archive what it was for a client: no KMZ. */
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
