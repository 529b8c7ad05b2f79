import type { AppContext } from '@/services/context'

/** Reserves quota for a file as soon as its size is known. */
export type Reserve = (bytes: number) => Promise<void>

interface MeteredUpload {
  storageMeter: AppContext['storageMeter']
  userId: number
  /** Bytes that the client announced. They are reserved before the body is read. */
  announced: number | undefined
}

/** The file does not fit into the quota of its account. */
class QuotaError extends Error {
  override name = 'QuotaError'
}

/** Stores a file if it fits into the caller's quota, and counts it. Returns false if it does not fit. */
export async function storeWithinQuota(
  { storageMeter, userId, announced }: MeteredUpload,
  store: (reserve: Reserve) => Promise<void>,
): Promise<boolean> {
  const releases: (() => void)[] = []
  let bytes = announced ?? 0
  const reserve = async (size: number) => {
    const room = await storageMeter.reserve(userId, { bytes: size, files: 1 })
    if (room.exceeded) throw new QuotaError()
    releases.push(room.release)
  }
  try {
    if (announced !== undefined) await reserve(announced)
    await store(async (size) => {
      bytes = size
      if (announced === undefined) await reserve(size)
    })
    storageMeter.count(userId, { bytes, files: 1 }, 1)
    return true
  } catch (error) {
    if (error instanceof QuotaError) return false
    throw error
  } finally {
    for (const release of releases) release()
  }
}
