import { type FitOptions, readFit } from './formats/fit'
import { readGpx } from './formats/gpx'
import { gunzip, isGzip } from './formats/gzip'
import { readKml } from './formats/kml'
import { readKmz } from './formats/kmz'
import { recogniseFormat } from './formats/recognise'
import { readTcx } from './formats/tcx'
import type { Track } from './track'
import { TrackError } from './track-error'

/** How files are turned into tracks; see the readers of the formats. */
export type ReadOptions = FitOptions

/**
 * Reads a GPX, TCX, KML, KMZ or FIT file, or a gzip file of one of them. The content decides what it is; the
 * extension of `fileName` only where the content leaves it open.
 *
 * @throws TrackError and nothing else: `invalidFile` when the content is of no known format, what the reader of the
 *   format throws, `processing` for whatever goes wrong beyond that. Whether the track can become a workout (two points,
 *   times) is not checked here.
 */
export async function readTrack(
  fileName: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Track> {
  try {
    if (!isGzip(bytes)) return await readPlain(extensionOf(fileName), bytes, options)
    const inner = gunzip(bytes)
    return await readPlain(extensionOf(fileName.replace(/\.gz$/i, '')), inner, options)
  } catch (error) {
    if (error instanceof TrackError) throw error
    throw new TrackError('processing', { cause: error })
  }
}

/** Lower case, without the dot. */
function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
}

async function readPlain(
  extension: string,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Track> {
  switch (recogniseFormat(bytes, extension)) {
    case 'gpx':
      return readGpx(bytes)
    case 'tcx':
      return readTcx(bytes, options)
    case 'kml':
      return readKml(bytes)
    case 'kmz':
      return readKmz(bytes)
    case 'fit':
      return readFit(bytes, options)
    default:
      throw new TrackError('invalidFile')
  }
}
