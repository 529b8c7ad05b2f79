import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Sport, sportsQuery } from '@/web/api/accounts/sports'

interface SharedSports {
  byId: ReadonlyMap<number, Sport>
  /** Loads the sports. Pages that show none never request them. */
  request: () => void
}

const Sports = createContext<SharedSports>({ byId: new Map(), request: () => undefined })

/** Observes the sports once for the whole page, because every row of a list selects one. */
export function SportsProvider({ children }: { children: ReactNode }) {
  const [enabled, setEnabled] = useState(false)
  const { data } = useQuery({ ...sportsQuery, enabled })
  const shared = useMemo(
    () => ({
      byId: new Map(data?.map((sport) => [sport.id, sport])),
      request: () => setEnabled(true),
    }),
    [data],
  )
  return <Sports value={shared}>{children}</Sports>
}

/** Returns a sport by its id; undefined while the list loads. */
export function useSport(sportId: number): Sport | undefined {
  const { byId, request } = useContext(Sports)
  useEffect(request, [request])
  return byId.get(sportId)
}
