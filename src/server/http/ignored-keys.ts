import { t } from 'elysia'

const HEADER = 'x-ignored-keys'

const later = t.Optional(
  t.Unknown({ description: 'Of clients written for FitTrackee 1.3; ignored.' }),
)

/** Keys that clients of later versions send with workouts, and that have no effect here. */
export const laterKeys = { media_attachments: later, media_ids: later }

/** Returns the keys of an input that have no effect. */
export const findIgnoredKeys = (input: object): string[] =>
  Object.keys(input).filter((key) => Object.hasOwn(laterKeys, key))

/** Names ignored keys in the response, so that authors of clients notice them. */
export function reportIgnoredKeys(set: { headers: object }, keys: readonly string[]): void {
  if (keys.length > 0) Object.assign(set.headers, { [HEADER]: keys.join(', ') })
}
