import { type FileHandle, open } from 'node:fs/promises'
import type { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { undefinedIfMissing } from '@/lib/faults'
import { ZipWriter } from '@/lib/zip-writer'
import { meter } from './checksum'
import { type BackedUpFile, MANIFEST, type Manifest } from './manifest'
import { sealing, UNSEALED } from './seal'

/** A file to be backed up. */
export interface BackupFile {
  /** The path at which it can be read; undefined when it is gone. */
  fetch: () => Promise<string | undefined>
  /** What is known of it before it is read: its size in bytes, and when it was written (milliseconds). */
  known?: { size: number; modifiedAt: number } | undefined
}

/** Opens a file to be backed up: one that is removed from now on can still be read to its end. */
export async function openFile({ fetch }: BackupFile): Promise<FileHandle | undefined> {
  const path = await fetch()
  return path === undefined ? undefined : open(path).catch(undefinedIfMissing)
}

/** Where a backup goes to. */
export interface BackupTarget {
  /** Adds a file; undefined when it is gone. */
  add: (path: string, source: BackupFile) => Promise<BackedUpFile | undefined>
  /** Completes the backup; only then it is one. */
  finish: (manifest: Manifest) => Promise<void>
}

/** What is packed already, and would only cost time. */
const PACKED = /\.(gz|zip|kmz|png|jpe?g)$/i

/**
 * A backup as one archive that is written as it is made: a zip file that every program opens, whose comment is the
 * SHA-256 of all its other bytes. Of the files that are in it, only what it lists of them stays in memory.
 */
export function archiveTarget(output: Writable): BackupTarget {
  const zip = new ZipWriter()
  const written = pipeline(zip.output, sealing(), output)
  // Whoever feeds the archive learns that nobody takes it; all that is kept for that is what is being fed.
  const state: { fed?: Transform; failure?: unknown } = {}
  written.catch((error) => {
    state.failure = error
    state.fed?.destroy(error)
  })
  return {
    add: async (path, source) => {
      if (state.failure !== undefined) throw state.failure
      const handle = await openFile(source)
      if (!handle) return undefined
      const modifiedAt = Math.floor(source.known?.modifiedAt ?? (await handle.stat()).mtimeMs)
      const { through, result } = meter()
      state.fed = through
      zip.add(through, {
        name: path,
        compress: !PACKED.test(path),
        mtime: new Date(modifiedAt),
        mode: 0o100600,
      })
      await pipeline(handle.createReadStream(), through)
      return { path, ...result(), modifiedAt }
    },
    finish: async (manifest) => {
      zip.addBytes(MANIFEST, Buffer.from(JSON.stringify(manifest)))
      zip.end(UNSEALED)
      await written
    },
  }
}
