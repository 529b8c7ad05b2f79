import { gzippedName } from '@/lib/files/gzip-name'

/**
 * Path of a workout's original, relative to the uploads folder: `workouts/<user>/<UTC start>_<sport>_<random>.<ext>`,
 * followed by `.gz` for gzip data.
 */
export function uploadPath(file: {
  userId: number
  startedAt: number
  sportId: number
  random: string
  extension: string
  isGzipped?: boolean
}): string {
  const start = new Date(file.startedAt)
    .toISOString()
    .slice(0, 19)
    .replace('T', '_')
    .replaceAll(':', '-')
  const path = `workouts/${file.userId}/${start}_${file.sportId}_${file.random}.${file.extension}`
  return file.isGzipped ? gzippedName(path) : path
}

/** The lower-cased text after the last dot of a file name, or '' without a dot. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
}
