import type { AppContext } from '@/services/context'
import { countWorkouts } from '@/store/db/queries/workouts/workout-totals'

/** Storage that an account uses, and its quotas. Null means no limit. */
export interface AccountUse {
  used: { bytes: number; files: number; workouts: number }
  limits: { bytes: number | null; files: number | null; workouts: number | null }
}

/** Returns how much storage an account uses on this server. */
export async function getStorageUse(
  { db, config, storageMeter }: Pick<AppContext, 'db' | 'config' | 'storageMeter'>,
  userId: number,
): Promise<AccountUse> {
  const { bytes, files } = await storageMeter.getUse(userId)
  const { workouts } = await countWorkouts(db, { userId, sportId: undefined })
  const { quotas } = config
  const quota = await storageMeter.getQuota(userId)
  return {
    used: { bytes, files, workouts },
    limits: {
      bytes: quota.bytes || null,
      files: quota.files || null,
      workouts: quotas.workouts || null,
    },
  }
}
