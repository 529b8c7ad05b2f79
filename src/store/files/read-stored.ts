import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isGzipped } from '@/lib/files/gzip-name'
import type { Files } from './stored-files'

/**
 * Chunk size in bytes. With the default of 16 kB, passing chunks between threads costs as much as decompressing them.
 */
const CHUNK = 256 * 1024

/**
 * Streams the content of a stored file, decompressed if it is gzip data; undefined when it is missing. Damaged gzip
 * data ends the stream with an error whose code begins with `Z_`.
 */
export async function readStored(
  files: Pick<Files, 'fetch'>,
  path: string,
): Promise<Readable | undefined> {
  const found = await files.fetch(path)
  if (found === undefined) return undefined
  const file = await open(found).catch((error) => {
    if (error?.code === 'ENOENT') return undefined
    throw error
  })
  const content = file?.createReadStream()
  if (!content || !isGzipped(path)) return content
  // All errors appear on the last stream of the pipeline.
  return pipeline(content, createGunzip({ chunkSize: CHUNK }), () => undefined)
}
