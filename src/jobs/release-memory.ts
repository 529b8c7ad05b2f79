import { releaseMemory } from '@/lib/process/memory'
import type { AppContext } from '@/services/context'
import { shrink } from '@/store/db/connections/maintenance'
import type { IdleWork } from './idle-work'

/** Bytes that must be reclaimable to justify blocking the thread for some hundredths of a second. */
const WORTH = 24 * 1024 * 1024

interface Memory {
  /** Returns the bytes that the process uses. */
  used: () => number
  giveBack: () => void
}

/**
 * Idle work that releases memory whenever the process uses much more than its lowest value so far: after an import, and
 * between the parts of the idle work that follows it.
 */
export function givingBack({ used, giveBack }: Memory): IdleWork {
  let least = Number.POSITIVE_INFINITY
  return {
    next: async () => {
      least = Math.min(least, used())
      if (used() < least + WORTH) return false
      giveBack()
      least = used()
      return false
    },
    failure: 'memory was not given back',
  }
}

/** Idle work that releases memory of this process and its database. */
export const givingBackMemory = ({ db }: Pick<AppContext, 'db'>): IdleWork =>
  givingBack({
    used: () => process.memoryUsage.rss(),
    giveBack: () => {
      shrink(db)
      releaseMemory()
    },
  })
