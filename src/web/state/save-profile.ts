import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '@/web/api/account'
import type { Profile } from '@/web/api/profile'

/** Saves something of the own account; everything that shows the account follows. */
export function useProfileSave<Input>(save: (input: Input) => Promise<Profile>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (profile) => {
      client.setQueryData(profileQuery.queryKey, profile)
    },
  })
}
