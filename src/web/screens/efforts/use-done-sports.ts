import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '@/web/api/accounts/sports'
import { recordsQuery, sportTotalsQuery } from '@/web/api/workouts/statistics'
import { getChosenSport } from '@/web/state/chosen-sport'
import { useProfile } from '@/web/state/profile'

/**
 * The sports for which the account has records, as options, and the selected one: `chosen`, or the sport that was chosen
 * last, or the one with the most workouts.
 */
export function useDoneSports(chosen: string | undefined) {
  const account = useProfile()?.username ?? ''
  const records = useQuery(recordsQuery)
  const sports = useQuery(sportsQuery)
  const totals = useQuery({ ...sportTotalsQuery(account), enabled: account !== '' })
  const done = [...new Set((records.data ?? []).map(({ sport_id }) => String(sport_id)))]
  const nameOf = (id: string) => sports.data?.find((each) => String(each.id) === id)?.label ?? id
  const countOf = (id: string) => totals.data?.[id]?.total_workouts ?? 0
  const previous = done.find((id) => id === getChosenSport(account))
  const [frequent] = totals.isPending ? [] : done.toSorted((a, b) => countOf(b) - countOf(a))
  const id = chosen ?? previous ?? frequent
  return {
    options: done.map((value) => ({ value, label: nameOf(value) })),
    sport: id === undefined ? undefined : { id: Number(id), name: nameOf(id) },
    account,
    /** Whether the account has no records. */
    isEmpty: records.data !== undefined && done.length === 0,
    /** The queries that the result depends on. */
    asked: [records, sports, totals],
  }
}
