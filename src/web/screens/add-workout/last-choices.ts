import type { UploadDetails } from '@/web/api/client/upload'

const POLICY_KEY = 'milepost.duplicates'
const REVIEW_KEY = 'milepost.review'
const SPORT_KEY = 'milepost.sport'

/** What to do with recordings that duplicate a workout. */
export const POLICIES = ['skip', 'replace-if-richer', 'flag', 'allow'] as const
export type Policy = NonNullable<UploadDetails['duplicates']>

/** The policy of the last upload on this device; by default, duplicates are skipped. */
export const getLastPolicy = (): Policy =>
  POLICIES.find((policy) => policy === localStorage.getItem(POLICY_KEY)) ?? POLICIES[0]

/** Stores the policy for the next upload on this device. */
export const storeLastPolicy = (policy: Policy): void => localStorage.setItem(POLICY_KEY, policy)

/** Whether recordings chosen on this device wait until their details have been reviewed. */
export const isReviewWanted = (): boolean => localStorage.getItem(REVIEW_KEY) !== null

/** Stores whether chosen recordings wait until their details have been reviewed. */
export function storeReview(isWanted: boolean): void {
  if (isWanted) localStorage.setItem(REVIEW_KEY, 'on')
  else localStorage.removeItem(REVIEW_KEY)
}

/** The sport of the last upload on this device, or null. */
export function getLastSport(): number | null {
  const id = Number(localStorage.getItem(SPORT_KEY))
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Stores the sport for the next upload on this device. */
export function storeLastSport(sportId: number): void {
  localStorage.setItem(SPORT_KEY, String(sportId))
}
