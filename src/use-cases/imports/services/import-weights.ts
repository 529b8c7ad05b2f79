import { setImmediate } from 'node:timers/promises'
import { ENERGY_FORMULAS } from '@/domain/analysis/energy'
import {
  type Formulas,
  HEART_RATE_MODELS,
  THRESHOLD_KINDS,
  THRESHOLD_LIMITS,
  TRIMP_WEIGHTINGS,
} from '@/domain/analysis/thresholds'
import { formatLocalDay, parsePastDay } from '@/lib/time/local-date'
import { MAX_WEIGHT, MIN_WEIGHT } from '@/policy/weight-limits'
import type { AppContext } from '@/services/context'
import { transact } from '@/store/db/connections/transact'
import {
  ALL_SPORTS,
  addImportedThresholds,
  findZoneRules,
  hasImportedThresholds,
  saveZoneRules,
  type ThresholdRow,
} from '@/store/db/queries/accounts/thresholds'
import { addImportedWeights, type WeightRow } from '@/store/db/queries/accounts/weights'
import { listAllSports, type SportRow } from '@/store/db/queries/catalogue/sports'
import { ALL_TIME } from '@/store/db/queries/workouts/best-efforts'
import { scheduleLoadUpdate } from '@/store/db/queries/workouts/load-updates'
import type { ImportOwner } from '@/use-cases/imports/account/import-owner'
import { chooseExportedSport } from '@/use-cases/views/exported-sport'
import type { ImportedTrainingData } from './imported-workout'

/**
 * Imports the owner's weights and thresholds for days without an entry; existing entries take precedence. Training
 * loads of existing workouts are recomputed in the background.
 */
export async function importTrainingData(
  ctx: AppContext,
  { user, taskId }: ImportOwner,
  measures: ImportedTrainingData,
): Promise<void> {
  const today = formatLocalDay(ctx.clock.now(), user.timezone)
  const sports = await listAllSports(ctx.db)
  const weights = validWeights(user.id, measures, today)
  const thresholds = validThresholds(user.id, measures, { today, sports })
  const rules = parseFormulas(measures.zoneRules)
  if (weights.length + thresholds.length === 0 && !rules) return
  await forEachBatch(weights, (lot) =>
    transact(ctx, ({ db }) => addImportedWeights(db, taskId, lot)),
  )
  await forEachBatch(thresholds, (lot) =>
    transact(ctx, ({ db }) => addImportedThresholds(db, taskId, lot)),
  )
  await transact(ctx, async ({ db }) => {
    const isChosen = rules !== undefined && !(await findZoneRules(db, user.id))
    if (isChosen) await saveZoneRules(db, user.id, rules, taskId)
    // Thresholds may also come from a batch before the import was interrupted.
    if (isChosen || (await hasImportedThresholds(db, taskId)))
      await scheduleLoadUpdate(db, user.id, ALL_TIME)
  })
}

/** Rows inserted in one transaction. An archive may contain a million, and requests must run in between. */
const BATCH_SIZE = 500

async function forEachBatch<Row>(
  rows: readonly Row[],
  note: (lot: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await note(rows.slice(start, start + BATCH_SIZE))
    await setImmediate()
  }
}

function validWeights(
  user_id: number,
  { weights }: ImportedTrainingData,
  today: string,
): WeightRow[] {
  return weights.flatMap(({ day: text, kilograms }) => {
    const day = parsePastDay(text, today)
    const isSound = kilograms >= MIN_WEIGHT && kilograms <= MAX_WEIGHT
    return day !== undefined && isSound ? [{ user_id, day, kilograms }] : []
  })
}

function validThresholds(
  user_id: number,
  { thresholds }: ImportedTrainingData,
  { today, sports }: { today: string; sports: readonly SportRow[] },
): ThresholdRow[] {
  return thresholds.flatMap(({ kind: word, sportId: given, sportLabel, day: text, value }) => {
    const sportId = chooseExportedSport(sports, { sport_id: given, sport_label: sportLabel })
    const kind = THRESHOLD_KINDS.find((each) => each === word)
    const day = parsePastDay(text, today)
    if (!kind || day === undefined || (given !== undefined && sportId === undefined)) return []
    const [least, most] = THRESHOLD_LIMITS[kind]
    if (!Number.isInteger(value) || value < least || value > most) return []
    return [{ user_id, kind, sport_id: sportId ?? ALL_SPORTS, day, value }]
  })
}

function parseFormulas(zoneRules: ImportedTrainingData['zoneRules']): Formulas | undefined {
  const heartRateModel = HEART_RATE_MODELS.find((each) => each === zoneRules?.heartRateModel)
  const trimpWeighting = TRIMP_WEIGHTINGS.find((each) => each === zoneRules?.trimpWeighting)
  if (!heartRateModel || !trimpWeighting) return undefined
  const energyFormula = ENERGY_FORMULAS.find((each) => each === zoneRules?.energyFormula) ?? 'none'
  return { heartRateModel, trimpWeighting, energyFormula }
}
