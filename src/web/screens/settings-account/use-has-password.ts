import { useQuery } from '@tanstack/react-query'
import { identitiesQuery } from '@/web/api/accounts/external-login'

/** Whether the account has a password; it is assumed until the response arrives. */
export const useHasPassword = (): boolean => useQuery(identitiesQuery).data?.has_password ?? true
