import fc from 'fast-check'
import type { FollowState } from '@/db/columns'

/** Who follows and who has blocked whom; people by their positions. */
export interface Ties {
  follows: { follower: number; followed: number; state: FollowState }[]
  blocks: { blocker: number; blocked: number }[]
}

/** Random ones, none of them to oneself and none twice. */
export const ties = (
  person: fc.Arbitrary<number>,
): { [Kind in keyof Ties]: fc.Arbitrary<Ties[Kind]> } => ({
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
