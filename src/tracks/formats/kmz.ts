import type { Track } from '@/tracks/track'
import { TrackError } from '@/tracks/track-error'
import { readKml } from './kml'
import { MAX_UNPACKED_BYTES } from './limits'
import { openZip, ZipError } from './zip'

/** The document of a KMZ lies here; documents elsewhere are not looked for. */
const DOCUMENT = 'doc.kml'

/** A KMZ may hold icons and overlays besides its document. */
const MAX_ENTRIES = 10_000

/**
 * Reads the KML document of a KMZ archive.
 * @throws TrackError kmzUnreadable without a document, or for an archive that is not safe to unpack; kmlUnreadable
 *   for a damaged archive; tooLarge; and what `readKml` throws
 */
export async function readKmz(bytes: Uint8Array): Promise<Track> {
  return readKml(await unpackDocument(bytes))
}

async function unpackDocument(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    const archive = await openZip(bytes, MAX_ENTRIES)
    const document = archive.entries.find((entry) => entry.name === DOCUMENT)
    if (document === undefined) throw new TrackError('kmzUnreadable')
    return await archive.read(document, MAX_UNPACKED_BYTES)
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    const { problem } = error
    if (problem === 'tooLarge') throw new TrackError('tooLarge', { cause: error })
    const kind = problem === 'unreadable' ? 'kmlUnreadable' : 'kmzUnreadable'
    throw new TrackError(kind, { cause: error })
  }
}
