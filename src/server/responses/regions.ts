import { type Static, Type } from '@sinclair/typebox'
import type { CountryTotals, PlaceTotals } from '@/domain/regions/summarise-visits'
import { formatHttpDate } from '@/lib/time/http-date'
import { count, flag, number, text, timestamp } from './fields'

const totals = {
  days: count('Days on which a workout was there, in the time zone of the caller.'),
  workouts: count('Workouts that were there.'),
  distance: number(
    'Kilometres there, by the shares of the explorer tiles that each workout passes.',
  ),
  first_visit: timestamp('Start of the first workout there.'),
  last_visit: timestamp('Start of the latest workout there.'),
}

export const visitedRegions = Type.Object(
  {
    countries: Type.Array(
      Type.Object({
        country: Type.String({ description: 'ISO 3166-1 alpha-2.', examples: ['DE'] }),
        ...totals,
        regions: Type.Array(Type.Object({ name: text('Its local or English name.'), ...totals }), {
          description: 'Its first-level subdivisions; empty if it is not divided.',
        }),
      }),
      { description: 'Those with the most days first; regions, too.' },
    ),
    complete: flag('False while regions of older workouts are found in the background.'),
  },
  { $id: 'VisitedRegions', description: 'The countries and regions that workouts passed.' },
)

const presentTotals = ({ days, workouts, distance, firstVisit, lastVisit }: PlaceTotals) => ({
  ...{ days, workouts, distance: Math.round(distance * 1000) / 1000 },
  first_visit: formatHttpDate(firstVisit),
  last_visit: formatHttpDate(lastVisit),
})

export const presentRegions = (found: {
  countries: readonly CountryTotals[]
  isComplete: boolean
}): Static<typeof visitedRegions> => ({
  countries: found.countries.map(({ country, regions, ...counted }) => ({
    ...{ country, ...presentTotals(counted) },
    regions: regions.map(({ name, ...ofRegion }) => ({ name, ...presentTotals(ofRegion) })),
  })),
  complete: found.isComplete,
})
