import type { EnergyCost } from '@/domain/analysis/energy'
import { baseSportId } from '@/domain/reference/base-sport'
import catalogue from '@/domain/reference/energy-costs.json'
import { METRES_PER_MILE } from '@/domain/reference/lengths'

interface Activity {
  sports: number[]
  is_on_foot?: boolean
  has_pedals?: boolean
  met?: number
  mets_by_mph?: number[][]
}

const KM_PER_MILE = METRES_PER_MILE / 1000

const toCost = ({ is_on_foot, has_pedals, met = 0, mets_by_mph }: Activity): EnergyCost => ({
  hasPedals: has_pedals === true,
  isOnFoot: is_on_foot === true,
  mets: mets_by_mph?.map(([mph = 0, mets = 0]) => [mph * KM_PER_MILE, mets] as const) ?? [[0, met]],
})

const COSTS: ReadonlyMap<number, EnergyCost> = new Map(
  (catalogue.activities as Activity[]).flatMap((activity) =>
    activity.sports.map((sport) => [sport, toCost(activity)] as const),
  ),
)

/** Returns the energy cost of a sport; undefined when there are no measurements, or a motor assists. */
export const getEnergyCost = (sportId: number): EnergyCost | undefined =>
  COSTS.get(baseSportId(sportId))
