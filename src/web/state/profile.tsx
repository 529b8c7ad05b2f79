import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { profileQuery } from '@/web/api/accounts/account'
import type { Profile } from '@/web/api/accounts/profile'
import { useSessionToken } from '@/web/api/client/session'

const OwnProfile = createContext<Profile | undefined>(undefined)

/** Observes the account once for the whole page, because every row of a list formats numbers and dates for it. */
export function ProfileProvider({ children }: { children: ReactNode }) {
  const token = useSessionToken()
  const { data } = useQuery({ ...profileQuery, enabled: token !== null })
  return <OwnProfile value={data}>{children}</OwnProfile>
}

/** The signed-in user's account; undefined for visitors and while it loads. */
export const useProfile = (): Profile | undefined => useContext(OwnProfile)
