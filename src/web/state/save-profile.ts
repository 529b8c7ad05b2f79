import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '@/web/api/accounts/account'
import type { Profile } from '@/web/api/accounts/profile'

/** Saves part of the user's account, and updates the cached account that components display. */
export function useProfileSave<Input>(save: (input: Input) => Promise<Profile>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (profile) => {
      client.setQueryData(profileQuery.queryKey, profile)
    },
  })
}
