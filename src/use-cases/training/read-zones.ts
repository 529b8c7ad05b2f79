import type { Intensity } from '@/analysis/intensity'
import type { Formulas, Thresholds } from '@/analysis/thresholds'
import { timeInZones, type ZoneKind, type Zones } from '@/analysis/zones'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { findSport } from '@/db/queries/sports'
import { findThresholds, getZoneRules } from '@/db/queries/thresholds'
import { unknownSport } from '@/errors'
import { sportMeasures } from '@/use-cases/workouts/write-load'

/** The zones of somebody in a sport, and what they are made of. */
export interface CurrentZones {
  thresholds: Thresholds
  rules: Formulas
  zones: Record<ZoneKind, Zones | undefined>
}

const NO_TIME = { first: 0, seconds: new Uint32Array() }

/** A workout in which everything is measured, of no length: its zones are there, and empty. */
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

/** The zones that hold for the caller today in a sport. @throws 404 for an unknown sport. */
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
