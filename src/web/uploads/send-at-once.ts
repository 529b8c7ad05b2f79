import { findSoleRecording, splitPhotos } from './dropped-photos'
import { queueFiles } from './queue-files'

/**
 * Uploads recordings with the sport that each names, in the background and as soon as there is a connection. Photos next
 * to a single recording are added to its workout. Returns the photos whose workout the user has to choose.
 * @throws if this browser cannot store files
 */
export async function sendAtOnce(account: string, files: readonly File[]): Promise<File[]> {
  const { photos, recordings } = splitPhotos(files)
  const sole = findSoleRecording(recordings)
  if (sole) await queueFiles(account, [{ file: sole, ...(photos.length > 0 && { photos }) }])
  else
    await queueFiles(
      account,
      recordings.map((file) => ({ file })),
    )
  return sole ? [] : photos
}
