import type { AppContext } from '@/context'
import { shrink } from '@/db/upkeep'
import { giveBackMemory } from '@/lib/memory'
import type { IdleWork } from './idle-work'

/** Bytes that have to come together before it is worth holding up the thread for some hundredths of a second. */
const WORTH = 24 * 1024 * 1024

interface Memory {
  /** Bytes that the process uses. */
  used: () => number
  giveBack: () => Promise<void>
}

/**
 * Gives memory back in a quiet moment whenever the process has come to use much more than it did in one: after an import,
 * and between the pieces of what is done behind it.
 */
export function givingBack({ used, giveBack }: Memory): IdleWork {
  let least = Number.POSITIVE_INFINITY
  return {
    next: async () => {
      least = Math.min(least, used())
      if (used() < least + WORTH) return false
      await giveBack()
      least = used()
      return false
    },
    failure: 'memory was not given back',
  }
}

/** The same for this process and its database. */
export const givingBackMemory = ({ db }: Pick<AppContext, 'db'>): IdleWork =>
  givingBack({
    used: () => process.memoryUsage.rss(),
    giveBack: () => {
      shrink(db)
      return giveBackMemory()
    },
  })
