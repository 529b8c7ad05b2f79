import type { Readable } from 'node:stream'
import type { ReadStreamOptions, ZipFile } from 'yazl'

/**
 * Adds what a stream brings to an archive that is written as it is made. The library keeps what it was given until the
 * archive ends, with all that a stream has in memory; so it is given one that it has to ask for, once.
 */
export function addPart(
  zip: ZipFile,
  part: Readable,
  { name, ...options }: { name: string } & Partial<ReadStreamOptions>,
): void {
  const held = [part]
  zip.addReadStreamLazy(name, options, (take) => {
    const stream = held.pop()
    if (stream) take(null, stream)
  })
}
