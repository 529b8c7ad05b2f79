import { type FileHandle, open } from 'node:fs/promises'
import type { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipWriter } from '@/lib/files/zip-writer'
import { undefinedIfMissing } from '@/lib/system-errors'
import { meter } from './checksum'
import { type BackedUpFile, MANIFEST, type Manifest } from './manifest'
import { sealing, UNSEALED } from './seal'

/** A file that a backup contains. */
export interface BackupFile {
  /** Resolves to the path from which to read it, or to undefined if it has been deleted. */
  fetch: () => Promise<string | undefined>
  /**
   * Its size in bytes and modification time (milliseconds since the Unix epoch), where these are known without opening
   * it.
   */
  known?: { size: number; modifiedAt: number } | undefined
}

/** Opens a file for a backup. It can be read to its end even if it is deleted afterwards. */
export async function openFile({ fetch }: BackupFile): Promise<FileHandle | undefined> {
  const path = await fetch()
  return path === undefined ? undefined : open(path).catch(undefinedIfMissing)
}

/** The destination of a backup. */
export interface BackupTarget {
  /** Adds a file. Resolves to undefined if the file has been deleted. */
  add: (path: string, source: BackupFile) => Promise<BackedUpFile | undefined>
  /** Completes the backup by writing its manifest. A backup without one is incomplete. */
  finish: (manifest: Manifest) => Promise<void>
}

/** Already compressed files, which are stored as they are. */
const PACKED = /\.(gz|zip|kmz|png|jpe?g)$/i

/**
 * Writes a backup as a stream to a single zip file, whose comment is the SHA-256 of all its other bytes. Memory is used
 * only for the list of files. When `signal` aborts, the backup fails even if nothing reads the output.
 */
export function archiveTarget(output: Writable, signal?: AbortSignal): BackupTarget {
  const zip = new ZipWriter()
  const written = pipeline(zip.output, sealing(), output)
  // When the output fails, `add` has to stop too: the failure ends the stream of the file that is being added.
  const state: { fed?: Transform; failure?: unknown } = {}
  const aborted = Promise.withResolvers<never>()
  const fail = (error: unknown) => {
    state.failure = error
    state.fed?.destroy(error instanceof Error ? error : undefined)
    aborted.reject(error)
  }
  aborted.promise.catch(() => undefined)
  written.catch(fail)
  // The streams are not destroyed, because a standard output that nothing reads never reports that it is closed.
  signal?.addEventListener('abort', () => fail(signal.reason))
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
      await Promise.race([written, aborted.promise])
    },
  }
}
