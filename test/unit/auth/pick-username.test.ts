import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findCredentialProblems } from '@/services/auth/credentials'
import { suggestUsernames } from '@/services/auth/pick-username'

const first = (wish: string | undefined, count: number) => {
  const names = suggestUsernames(wish)
  return Array.from({ length: count }, () => String(names.next().value))
}

describe('suggestUsernames', () => {
  test.each([
    ['ann', ['ann', 'ann_2', 'ann_3']],
    ['Ann.Smith@example.org', ['Ann_Smith', 'Ann_Smith_2', 'Ann_Smith_3']],
    ['Łukasz Żółć', ['ukasz_Zo_c', 'ukasz_Zo_c_2', 'ukasz_Zo_c_3']],
    ['al', ['member_al', 'member_al_2', 'member_al_3']],
    [undefined, ['member', 'member_2', 'member_3']],
    ['x'.repeat(40), ['x'.repeat(30), `${'x'.repeat(28)}_2`, `${'x'.repeat(28)}_3`]],
  ])('%p', (wish, names) => {
    expect(first(wish, 3)).toEqual(names)
  })

  test('follows the rules for usernames, whatever the person is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (wish) => {
        for (const username of first(wish, 12))
          expect(
            findCredentialProblems(
              { username, email: 'a@example.org' },
              { allowCommonPasswords: true },
            ),
          ).toEqual([])
      }),
    )
  })
})
