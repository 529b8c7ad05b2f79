import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeMember, type MemberChanges, refreshMembers } from '@/web/api/members'

/** Changes somebody's account; everything that shows accounts follows. */
export function useMemberChange(username: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: MemberChanges) => changeMember(username, changes),
    onSuccess: () => refreshMembers(client),
  })
}
