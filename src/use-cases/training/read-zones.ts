import type { Intensity } from '@/domain/analysis/intensity'
import type { Formulas, Thresholds } from '@/domain/analysis/thresholds'
import { timeInZones, type ZoneKind, type Zones } from '@/domain/analysis/zones'
import { unknownSport } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import type { AppContext } from '@/services/context'
import { findThresholds, getZoneRules } from '@/store/db/queries/accounts/thresholds'
import { findSport } from '@/store/db/queries/catalogue/sports'
import { sportMeasures } from '@/use-cases/workouts/measure/write-load'

/** A user's zones in a sport, with the thresholds and formulas that they are computed from. */
export interface CurrentZones {
  thresholds: Thresholds
  rules: Formulas
  zones: Record<ZoneKind, Zones | undefined>
}

const NO_TIME = { first: 0, seconds: new Uint32Array() }

/** A workout of no length in which everything is measured. Its zones are empty, but their limits are set. */
const NOTHING_DONE: Intensity = {
  seconds: 0,
  heartRate: NO_TIME,
  power: NO_TIME,
  pace: NO_TIME,
  normalisedPower: undefined,
  gradedSpeed: undefined,
  powerDrift: undefined,
  paceDrift: undefined,
}

/** Returns the caller's current zones in a sport. @throws 404 when the sport is unknown. */
export async function readZones(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { userId }: Caller,
  sportId: number,
): Promise<CurrentZones> {
  if (!(await findSport(db, sportId))) throw unknownSport()
  const thresholds = await findThresholds(db, { userId, sportId, at: clock.now() })
  const rules = await getZoneRules(db, userId)
  const how = { sport: sportMeasures(sportId), rules }
  return { thresholds, rules, zones: timeInZones(NOTHING_DONE, thresholds, how) }
}
