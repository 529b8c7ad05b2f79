import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMember, type MemberChanges, refreshMembers } from '@/web/api/accounts/members'

/**
 * Changes a user's account and refetches all queries that show accounts. `changesOf` derives the changes from what is
 * passed to `mutate`.
 */
export function useMemberChange<Input = void>(
  username: string,
  changesOf: (input: Input) => MemberChanges,
) {
  const client = useQueryClient()
  return useMutation<void, Error, Input>({
    mutationFn: (input) => changeMember(username, changesOf(input)),
    onSuccess: () => refreshMembers(client),
  })
}
