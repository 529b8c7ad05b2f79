import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isGzipped } from '@/lib/gzip-name'
import type { Files } from './files'

/** Bytes: with the usual 16 kB, the way of the chunks from thread to thread costs as much again as unpacking them. */
const CHUNK = 256 * 1024

/**
 * The content of a stored file, unpacked if it is kept as gzip data; undefined when it is missing. Damaged gzip data end the
 * stream with an error whose code begins with `Z_`.
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
  // Its last stream tells of every error.
  return pipeline(content, createGunzip({ chunkSize: CHUNK }), () => undefined)
}
