import type { UploadDetails } from '@/web/api/client/upload'

const POLICY_KEY = 'milepost.duplicates'
const SPORT_KEY = 'milepost.sport'

/** What to do with recordings that duplicate a workout. */
export const POLICIES = ['skip', 'replace-if-richer', 'flag', 'allow'] as const
export type Policy = NonNullable<UploadDetails['duplicates']>

/** The policy of the last upload on this device; by default, duplicates are skipped. */
export const getLastPolicy = (): Policy =>
  POLICIES.find((policy) => policy === localStorage.getItem(POLICY_KEY)) ?? POLICIES[0]

/** Stores the policy for the next upload on this device. */
export const storeLastPolicy = (policy: Policy): void => localStorage.setItem(POLICY_KEY, policy)

/** The sport of the last upload on this device, or null. */
export function getLastSport(): number | null {
  const id = Number(localStorage.getItem(SPORT_KEY))
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Stores the sport for the next upload on this device. */
export function storeLastSport(sportId: number): void {
  localStorage.setItem(SPORT_KEY, String(sportId))
}
