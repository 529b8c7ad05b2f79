import type { Readable } from 'node:stream'
import type { ReadStreamOptions, ZipFile } from 'yazl'

/** The last instant that an archive can tell, in milliseconds; it counts seconds since the Unix epoch in 32 bits. */
const LATEST = (2 ** 32 - 1) * 1000

/** What an archive can tell of an instant: a clock, or a file, may be far beyond that. */
const within = (instant: Date) => new Date(Math.min(Math.max(instant.getTime(), 0), LATEST))

/**
 * Adds what a stream brings to an archive that is written as it is made. The library keeps what it was given until the
 * archive ends, with all that a stream has in memory; so it is given one that it has to ask for, once.
 */
export function addPart(
  zip: ZipFile,
  part: Readable,
  { name, mtime, ...options }: { name: string; mtime: Date } & Partial<ReadStreamOptions>,
): void {
  const held = [part]
  zip.addReadStreamLazy(name, { ...options, mtime: within(mtime) }, (take) => {
    const stream = held.pop()
    if (stream) take(null, stream)
  })
}
