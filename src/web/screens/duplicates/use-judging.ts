import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound } from '@/web/api/api-error'
import type { Duplicate, Pair } from '@/web/api/duplicates'
import { refreshWorkouts } from '@/web/api/workouts'
import { pairKey } from './pair'

/** What is chosen for the pairs of a list: which of both stays, and which pairs are judged together. */
export type Judging = ReturnType<typeof useJudging>

/** Keeps what is chosen for pairs until they are judged. */
export function useJudging(pairs: readonly Duplicate[]) {
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return {
    /** The workout that stays: the one that came first unless another was chosen. */
    keptOf: (pair: Duplicate): string => kept.get(pairKey(pair)) ?? pair.workouts[0]?.id ?? '',
    keep: (pair: Duplicate, id: string) => setKept(new Map(kept).set(pairKey(pair), id)),
    isSelected: (pair: Duplicate): boolean => selected.has(pairKey(pair)),
    select: (chosen: readonly Duplicate[], on: boolean) => {
      const keys = new Set(selected)
      for (const pair of chosen) on ? keys.add(pairKey(pair)) : keys.delete(pairKey(pair))
      setSelected(keys)
    },
    /** Those of the list that are selected. */
    selection: pairs.filter((pair) => selected.has(pairKey(pair))),
  }
}

/** Judges pairs one after the other; those that another judgement settled meanwhile are passed over. */
export function useJudgement(
  judge: (pair: Pair) => Promise<void>,
  { keptOf }: Pick<Judging, 'keptOf'>,
  pairs: readonly Duplicate[],
) {
  const client = useQueryClient()
  return useMutation<void, Error, void>({
    mutationFn: async () => {
      for (const pair of pairs) {
        const keep = keptOf(pair)
        const other = pair.workouts.find(({ id }) => id !== keep)?.id ?? ''
        await judge({ keep, other }).catch((error) => {
          if (pairs.length === 1 || !isNotFound(error)) throw error
        })
      }
    },
    onSettled: () => refreshWorkouts(client),
  })
}
