import { stat } from 'node:fs/promises'
import { undefinedIfMissing } from '@/lib/system-errors'
import type { StorageMeter } from './storage-meter'
import type { Files, WrittenFile } from './stored-files'

/** Wraps stored files so that each is counted towards the storage of its account. */
export function meteredFiles(files: Files, meter: StorageMeter): Files {
  const countStored = async (
    written: readonly WrittenFile[],
    store: () => Promise<void>,
  ): Promise<void> => {
    const sizes = await Promise.all(written.map(({ incoming }) => findSize(incoming)))
    await store()
    for (const [index, { relative }] of written.entries()) {
      const owner = ownerOf(relative)
      if (owner !== undefined) meter.count(owner, { bytes: sizes[index] ?? 0, files: 1 }, 1)
    }
  }
  return {
    ...files,
    store: (incoming, relative) =>
      countStored([{ incoming, relative }], () => files.store(incoming, relative)),
    storeWritten: (written) => countStored(written, () => files.storeWritten(written)),
    remove: async (relative) => {
      const owner = ownerOf(relative)
      const isCounted = owner !== undefined && meter.isCounting(owner)
      const bytes = isCounted ? await findSize(files.pathOf(relative)) : undefined
      await files.remove(relative)
      if (!isCounted) return
      // A file in a bucket may not be on the local disk.
      if (bytes === undefined) meter.reset(owner)
      else meter.count(owner, { bytes, files: 1 }, -1)
    },
    removeFolder: async (relative) => {
      await files.removeFolder(relative)
      const owner = ownerOf(relative)
      if (owner !== undefined) meter.reset(owner)
    },
    setAside: async (relative) => {
      await files.setAside(relative)
      const owner = ownerOf(relative)
      if (owner !== undefined) meter.reset(owner)
    },
  }
}

/** Returns the account id in a path such as `workouts/17/ride.gpx`; undefined for files without an account. */
function ownerOf(relative: string): number | undefined {
  const id = /^(?:exports|photos|pictures|workouts)\/(\d+)(?:\/|$)/.exec(relative)?.[1]
  return id === undefined ? undefined : Number(id)
}

const findSize = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(undefinedIfMissing))?.size
