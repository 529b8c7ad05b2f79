import { useQuery } from '@tanstack/react-query'
import { recordsQuery } from '@/web/api/records'
import { sportsQuery } from '@/web/api/sports'

/** The sports that the account has records in, as options, and the chosen one: the first unless another one is. */
export function useDoneSports(chosen: string | undefined) {
  const records = useQuery(recordsQuery)
  const sports = useQuery(sportsQuery)
  const done = [...new Set((records.data ?? []).map(({ sport_id }) => String(sport_id)))]
  const nameOf = (id: string) => sports.data?.find((each) => String(each.id) === id)?.label ?? id
  const id = chosen ?? done[0]
  return {
    options: done.map((value) => ({ value, label: nameOf(value) })),
    sport: id === undefined ? undefined : { id: Number(id), name: nameOf(id) },
    /** Whether there is no workout at all. */
    isEmpty: records.data !== undefined && done.length === 0,
    /** What it was found out by. */
    asked: [records, sports],
  }
}
