import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'

/** The address that an invitation was sent to. */
export const invitationQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async () =>
      token ? (await unwrap(api.auth.invitation.post({ token }))).data.email : null,
    enabled: token !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
