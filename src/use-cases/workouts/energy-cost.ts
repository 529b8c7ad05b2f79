import type { EnergyCost } from '@/analysis/energy'
import catalogue from '@/reference/energy-costs.json'
import { METRES_PER_MILE } from '@/tracks/metrics/units'

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

/** What a sport costs; undefined where nobody has measured it, or a motor helps. */
export const energyCostOf = (sportId: number): EnergyCost | undefined => COSTS.get(sportId)
