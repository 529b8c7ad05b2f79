import { open } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { meter } from './checksum'
import { type BackedUpFile, MANIFEST, type Manifest } from './manifest'
import { sealing, UNSEALED } from './seal'

/** Where a backup goes to. */
export interface BackupTarget {
  /** Adds a file; undefined when it is gone. */
  add: (path: string, source: string) => Promise<BackedUpFile | undefined>
  /** Completes the backup; only then it is one. */
  finish: (manifest: Manifest) => Promise<void>
}

/** What is packed already, and would only cost time. */
const PACKED = /\.(gz|zip|kmz|png|jpe?g)$/i

/**
 * A backup as one archive that is written as it is made: a zip file that every program opens, whose comment is the
 * SHA-256 of all its other bytes. Memory does not grow with its size.
 */
export function archiveTarget(output: Writable): BackupTarget {
  const zip = new ZipFile()
  const packed = zip.outputStream as Readable
  const written = pipeline(packed, sealing(), output)
  written.catch(() => undefined)
  return {
    add: async (path, source) => {
      // Opened first: a file that is removed from now on can still be read to its end.
      const handle = await open(source).catch(() => undefined)
      if (!handle) return undefined
      const facts = await handle.stat()
      const { through, result } = meter()
      zip.addReadStream(through, path, {
        compress: !PACKED.test(path),
        mtime: new Date(facts.mtimeMs),
        mode: 0o100600,
      })
      await Promise.race([pipeline(handle.createReadStream(), through), failure(written)])
      return { path, ...result(), modifiedAt: Math.floor(facts.mtimeMs) }
    },
    finish: async (manifest) => {
      zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST)
      zip.end({ comment: UNSEALED, forceZip64Format: false })
      await written
    },
  }
}

/** Never settles but with the error of `written`: whoever feeds an archive learns that nobody takes it. */
const failure = (written: Promise<void>) => new Promise<never>((_, reject) => written.catch(reject))
