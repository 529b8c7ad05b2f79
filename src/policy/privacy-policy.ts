/** Date of the privacy policy that applies until an administrator writes one. */
const DEFAULT_POLICY_AT = Date.parse('2024-12-23T19:00:00Z')

/** Whether a user has accepted the policy in force; null when the user never accepted any. */
export const acceptedPolicy = (
  acceptedAt: number | null,
  policyAt: number | null,
): boolean | null => (acceptedAt === null ? null : acceptedAt > (policyAt ?? DEFAULT_POLICY_AT))
