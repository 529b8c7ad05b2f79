import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound } from '@/web/api/client/api-error'
import type { Duplicate, Pair } from '@/web/api/workouts/duplicates'
import { refreshWorkouts } from '@/web/api/workouts/workouts'
import { pairKey } from './pair'

/** The choices for the pairs of a list: which workout to keep, and which pairs to resolve together. */
export type Decisions = ReturnType<typeof useDecisions>

/** Holds the choices for pairs until they are resolved. */
export function useDecisions(pairs: readonly Duplicate[]) {
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return {
    /** Id of the workout to keep: the first one of the pair unless another was chosen. */
    getKeptId: (pair: Duplicate): string => kept.get(pairKey(pair)) ?? pair.workouts[0]?.id ?? '',
    keep: (pair: Duplicate, id: string) => setKept(new Map(kept).set(pairKey(pair), id)),
    isSelected: (pair: Duplicate): boolean => selected.has(pairKey(pair)),
    select: (chosen: readonly Duplicate[], on: boolean) => {
      const keys = new Set(selected)
      for (const pair of chosen) on ? keys.add(pairKey(pair)) : keys.delete(pairKey(pair))
      setSelected(keys)
    },
    /** The selected pairs of the list. */
    selection: pairs.filter((pair) => selected.has(pairKey(pair))),
  }
}

/** Resolves pairs one after another; skips pairs that an earlier resolution has already settled. */
export function useResolution(
  resolve: (pair: Pair) => Promise<void>,
  { getKeptId: keptOf }: Pick<Decisions, 'getKeptId'>,
  pairs: readonly Duplicate[],
) {
  const client = useQueryClient()
  return useMutation<void, Error, void>({
    mutationFn: async () => {
      for (const pair of pairs) {
        const keep = keptOf(pair)
        const other = pair.workouts.find(({ id }) => id !== keep)?.id ?? ''
        await resolve({ keep, other }).catch((error) => {
          if (pairs.length === 1 || !isNotFound(error)) throw error
        })
      }
    },
    onSettled: () => refreshWorkouts(client),
  })
}
