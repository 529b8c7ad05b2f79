import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/accounts/sports'
import { recordsQuery } from '@/web/api/workouts/statistics'

/** The sports for which the account has records, as options, and the selected one: `chosen` or else the first. */
export function useDoneSports(chosen: string | undefined) {
  const records = useQuery(recordsQuery)
  const sports = useQuery(sportsQuery)
  const done = [...new Set((records.data ?? []).map(({ sport_id }) => String(sport_id)))]
  const nameOf = (id: string) => sports.data?.find((each) => String(each.id) === id)?.label ?? id
  const id = chosen ?? done[0]
  return {
    options: done.map((value) => ({ value, label: nameOf(value) })),
    sport: id === undefined ? undefined : { id: Number(id), name: nameOf(id) },
    /** Whether the account has no records. */
    isEmpty: records.data !== undefined && done.length === 0,
    /** The queries that the result depends on. */
    asked: [records, sports],
  }
}
