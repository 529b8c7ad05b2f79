import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { AppContext } from '@/context'
import { badRequest, extensionNotAllowed } from '@/errors'
import { extensionOf } from '@/storage/upload-names'
import { type Format, LONGEST_PROLOGUE, recogniseFormat } from '@/tracks/formats/recognise'
import { TRACK_ERRORS, TrackError } from '@/tracks/track-error'
import { openArchive, UPLOADED } from './archive'
import type { ArrivedFile } from './store-recording'
import { unpack } from './unpack'

/** Extensions that a recording of each format may have, the usual one first. */
const EXTENSIONS_OF: Record<Exclude<Format, 'kmz'>, readonly [string, ...string[]]> = {
  gpx: ['gpx'],
  tcx: ['tcx', 'xml'],
  kml: ['kml'],
  fit: ['fit'],
  igc: ['igc'],
  pwx: ['pwx', 'xml'],
  suunto: ['sml', 'xml', 'json'],
  polar: ['xml', 'json'],
}
const LONGEST_NAME = 200
const BARE = 'recording'

/**
 * A file that a program has sent under any name, or none, under a name whose extension says what its content is. What
 * is packed with gzip is unpacked first, to a path of its own; the caller removes what is at the path that is answered.
 *
 * @throws 400 for what is neither a recording nor an archive, or is packed and too large; its file is gone then.
 */
export async function recogniseArrival(
  ctx: Pick<AppContext, 'files'>,
  { name, path }: ArrivedFile,
  mostBytes: number,
): Promise<ArrivedFile> {
  try {
    const start = await Bun.file(path).slice(0, LONGEST_PROLOGUE).bytes()
    if (!isGzip(start)) return { name: await nameByContent(path, baseOf(name), start), path }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const unpacked = await unpack(ctx, gzipped(name, path), mostBytes)
    .catch((error) => {
      throw error instanceof TrackError ? badRequest(error.message) : error
    })
    .finally(() => rm(path, { force: true }))
  try {
    const start = await Bun.file(unpacked.path).slice(0, LONGEST_PROLOGUE).bytes()
    return { ...unpacked, name: await nameByContent(unpacked.path, unpacked.name, start) }
  } catch (error) {
    await rm(unpacked.path, { force: true })
    throw error
  }
}

const isGzip = (start: Uint8Array) => start[0] === 0x1f && start[1] === 0x8b

const gzipped = (name: string, path: string) => ({
  name: `${baseOf(name).replace(/\.gz$/i, '')}.gz`,
  packedSize: Bun.file(path).size,
  open: async () => createReadStream(path),
})

/** The last part of a name that may be a path, without what no file system likes. */
const baseOf = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(-LONGEST_NAME)

async function nameByContent(path: string, name: string, start: Uint8Array): Promise<string> {
  const extension = extensionOf(name)
  const format = recogniseFormat(start, extension)
  if (!format)
    throw extension === '' || UPLOADED.includes(extension)
      ? badRequest(TRACK_ERRORS.invalidFile)
      : extensionNotAllowed()
  const [usual, ...others]: readonly [string, ...string[]] =
    format === 'kmz' ? [await zipExtension(path, extension)] : EXTENSIONS_OF[format]
  const isRight = extension === usual || others.includes(extension)
  return isRight ? name : `${name || BARE}.${usual}`
}

/** A KMZ is a ZIP archive around one map; everything else in one is an archive of recordings. */
async function zipExtension(path: string, extension: string): Promise<'kmz' | 'zip'> {
  if (extension === 'kmz' || extension === 'zip') return extension
  const archive = await openArchive(path)
  try {
    return archive.entries.some(({ name }) => name === 'doc.kml') ? 'kmz' : 'zip'
  } finally {
    archive.close()
  }
}
