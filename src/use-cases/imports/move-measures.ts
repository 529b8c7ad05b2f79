import { setImmediate } from 'node:timers/promises'
import { ENERGY_FORMULAS } from '@/analysis/energy'
import {
  type Formulas,
  HEART_RATE_MODELS,
  THRESHOLD_KINDS,
  THRESHOLD_LIMITS,
  TRIMP_WEIGHTINGS,
} from '@/analysis/thresholds'
import type { AppContext } from '@/context'
import { ALL_TIME } from '@/db/queries/best-efforts'
import { noteLoadUpdate } from '@/db/queries/load-updates'
import { listAllSports } from '@/db/queries/sports'
import {
  ALL_SPORTS,
  addImportedThresholds,
  findZoneRules,
  hasImportedThresholds,
  saveZoneRules,
  type ThresholdRow,
} from '@/db/queries/thresholds'
import type { UserRow } from '@/db/queries/users'
import { addImportedWeights, type WeightRow } from '@/db/queries/weights'
import { transact } from '@/db/transact'
import { localDay, parsePastDay } from '@/lib/local-date'
import { LEAST_WEIGHT, MOST_WEIGHT } from '@/policy/measures'
import type { MovedMeasures } from './moved-workout'

/** Whose they are, and the task that moves them. */
interface Mover {
  user: UserRow
  taskId: number
}

/**
 * Notes what the owner of an export noted about themselves, for days of which nothing is known here; what was noted here
 * stays. Loads of workouts that are here already are made anew in the background.
 */
export async function moveMeasures(
  ctx: AppContext,
  { user, taskId }: Mover,
  measures: MovedMeasures,
): Promise<void> {
  const today = localDay(ctx.clock.now(), user.timezone)
  const sports = new Set((await listAllSports(ctx.db)).map(({ id }) => id))
  const weights = weightsOf(user.id, measures, today)
  const thresholds = thresholdsOf(user.id, measures, { today, sports })
  const rules = soundRules(measures.zoneRules)
  if (weights.length + thresholds.length === 0 && !rules) return
  await eachLot(weights, (lot) => transact(ctx, ({ db }) => addImportedWeights(db, taskId, lot)))
  await eachLot(thresholds, (lot) =>
    transact(ctx, ({ db }) => addImportedThresholds(db, taskId, lot)),
  )
  await transact(ctx, async ({ db }) => {
    const isChosen = rules !== undefined && !(await findZoneRules(db, user.id))
    if (isChosen) await saveZoneRules(db, user.id, rules, taskId)
    // Also those of a lot before the import was interrupted.
    if (isChosen || (await hasImportedThresholds(db, taskId)))
      await noteLoadUpdate(db, user.id, ALL_TIME)
  })
}

/** So many rows are noted in one statement and transaction: an archive may hold a million, and others want to go on. */
const LOT = 500

async function eachLot<Row>(
  rows: readonly Row[],
  note: (lot: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += LOT) {
    await note(rows.slice(start, start + LOT))
    await setImmediate()
  }
}

function weightsOf(user_id: number, { weights }: MovedMeasures, today: string): WeightRow[] {
  return weights.flatMap(({ day: text, kilograms }) => {
    const day = parsePastDay(text, today)
    const isSound = kilograms >= LEAST_WEIGHT && kilograms <= MOST_WEIGHT
    return day !== undefined && isSound ? [{ user_id, day, kilograms }] : []
  })
}

function thresholdsOf(
  user_id: number,
  { thresholds }: MovedMeasures,
  { today, sports }: { today: string; sports: ReadonlySet<number> },
): ThresholdRow[] {
  return thresholds.flatMap(({ kind: word, sportId, day: text, value }) => {
    const kind = THRESHOLD_KINDS.find((each) => each === word)
    const day = parsePastDay(text, today)
    if (!kind || day === undefined || (sportId !== undefined && !sports.has(sportId))) return []
    const [least, most] = THRESHOLD_LIMITS[kind]
    if (!Number.isInteger(value) || value < least || value > most) return []
    return [{ user_id, kind, sport_id: sportId ?? ALL_SPORTS, day, value }]
  })
}

function soundRules(told: MovedMeasures['zoneRules']): Formulas | undefined {
  const heartRateModel = HEART_RATE_MODELS.find((each) => each === told?.heartRateModel)
  const trimpWeighting = TRIMP_WEIGHTINGS.find((each) => each === told?.trimpWeighting)
  if (!heartRateModel || !trimpWeighting) return undefined
  const energyFormula = ENERGY_FORMULAS.find((each) => each === told?.energyFormula) ?? 'none'
  return { heartRateModel, trimpWeighting, energyFormula }
}
