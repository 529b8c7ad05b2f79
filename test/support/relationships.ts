import fc from 'fast-check'
import type { FollowState } from '@/store/db/schema/columns'

/** Who follows and who has blocked whom; users by position. */
export interface Relationships {
  follows: { follower: number; followed: number; state: FollowState }[]
  blocks: { blocker: number; blocked: number }[]
}

/** Random relationships, without duplicates and without those of a user to themselves. */
export const relationships = (
  person: fc.Arbitrary<number>,
): { [Kind in keyof Relationships]: fc.Arbitrary<Relationships[Kind]> } => ({
  follows: fc.uniqueArray(
    fc
      .record({
        follower: person,
        followed: person,
        state: fc.constantFrom<FollowState>('approved', 'approved', 'pending', 'rejected'),
      })
      .filter(({ follower, followed }) => follower !== followed),
    { selector: ({ follower, followed }) => `${follower} ${followed}`, maxLength: 12 },
  ),
  blocks: fc.uniqueArray(
    fc
      .record({ blocker: person, blocked: person })
      .filter(({ blocker, blocked }) => blocker !== blocked),
    { selector: ({ blocker, blocked }) => `${blocker} ${blocked}`, maxLength: 4 },
  ),
})
