import type { UploadDetails } from '@/web/api/upload'

const KEY = 'milepost.duplicates'

/** What can become of recordings that repeat a workout. */
export const POLICIES = ['skip', 'replace-if-richer', 'flag', 'allow'] as const
export type Policy = NonNullable<UploadDetails['duplicates']>

/** What was chosen at the last upload on this device; at first nothing is made twice. */
export const rememberedPolicy = (): Policy =>
  POLICIES.find((policy) => policy === localStorage.getItem(KEY)) ?? POLICIES[0]

/** Keeps a choice for the next upload on this device. */
export const rememberPolicy = (policy: Policy): void => localStorage.setItem(KEY, policy)
