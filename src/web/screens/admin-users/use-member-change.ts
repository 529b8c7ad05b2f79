import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMember, type MemberChanges, refreshMembers } from '@/web/api/accounts/members'

/** Changes a user's account and refetches all queries that show accounts. */
export function useMemberChange(username: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: MemberChanges) => changeMember(username, changes),
    onSuccess: () => refreshMembers(client),
  })
}
