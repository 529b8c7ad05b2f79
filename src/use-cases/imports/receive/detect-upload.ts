import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { detectFormat, MAX_PROLOGUE_LENGTH } from '@/domain/tracks/formats/detect-format'
import { extensionsOfFormat } from '@/domain/tracks/formats/recording-extensions'
import { TRACK_ERRORS, TrackError } from '@/domain/tracks/track-error'
import { badRequest, extensionNotAllowed } from '@/lib/errors'
import type { AppContext } from '@/services/context'
import type { Upload } from '@/services/workers/upload'
import { extensionOf } from '@/store/files/upload-names'
import { openArchive, UPLOADED } from './archive'
import { unpack } from './unpack'

const MAX_NAME_LENGTH = 200
const DEFAULT_NAME = 'recording'

/**
 * Renames an upload so that its extension matches its content. The client may have sent any name, or none. Unpacks gzip
 * files to a new path; the caller deletes the file at the returned path.
 *
 * @throws 400 when the file is neither a recording nor an archive, or its unpacked size is too large. The file is
 * deleted first.
 */
export async function detectUpload(
  ctx: Pick<AppContext, 'files'>,
  { name, path, form }: Upload,
  maxBytes: number,
): Promise<Upload> {
  try {
    const start = await Bun.file(path).slice(0, MAX_PROLOGUE_LENGTH).bytes()
    if (!isGzip(start))
      return { name: await nameByContent(path, baseName(name), start), path, form }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const unpacked = await unpackGzip(ctx, { name, path, form }, maxBytes)
  try {
    const start = await Bun.file(unpacked.path).slice(0, MAX_PROLOGUE_LENGTH).bytes()
    return { ...unpacked, name: await nameByContent(unpacked.path, unpacked.name, start) }
  } catch (error) {
    await rm(unpacked.path, { force: true })
    throw error
  }
}

/**
 * Unpacks an upload that is a gzip file to a new path, which the caller deletes, and deletes the upload.
 *
 * @throws 400 when it is damaged or too large.
 */
export const unpackGzip = (
  ctx: Pick<AppContext, 'files'>,
  { name, path }: Upload,
  maxBytes: number,
): Promise<Upload> =>
  unpack(ctx, asGzipFile(name, path), maxBytes)
    .catch((error) => {
      throw error instanceof TrackError ? badRequest(error.message) : error
    })
    .finally(() => rm(path, { force: true }))

const isGzip = (start: Uint8Array) => start[0] === 0x1f && start[1] === 0x8b

const asGzipFile = (name: string, path: string) => ({
  name: `${baseName(name).replace(/\.gz$/i, '')}.gz`,
  packedSize: Bun.file(path).size,
  open: async () => createReadStream(path),
})

/** Returns the last part of a name that may be a path, without control characters. */
const baseName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(-MAX_NAME_LENGTH)

async function nameByContent(path: string, name: string, start: Uint8Array): Promise<string> {
  const extension = extensionOf(name)
  const format = detectFormat(start, extension)
  if (!format)
    throw extension === '' || UPLOADED.includes(extension)
      ? badRequest(TRACK_ERRORS.invalidFile)
      : extensionNotAllowed()
  const fitting =
    format === 'kmz' ? [await zipExtension(path, extension)] : extensionsOfFormat(format)
  return fitting.includes(extension) ? name : `${name || DEFAULT_NAME}.${fitting[0]}`
}

/** A KMZ file is a ZIP archive with one KML document; other ZIP files are archives of recordings. */
async function zipExtension(path: string, extension: string): Promise<'kmz' | 'zip'> {
  if (extension === 'kmz' || extension === 'zip') return extension
  const archive = await openArchive(path)
  try {
    return archive.entries.some(({ name }) => name === 'doc.kml') ? 'kmz' : 'zip'
  } finally {
    archive.close()
  }
}
