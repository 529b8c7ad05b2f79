import { type Static, Type } from '@sinclair/typebox'
import { ENERGY_FORMULAS } from '@/analysis/energy'
import {
  type Formulas,
  HEART_RATE_MODELS,
  THRESHOLD_KINDS,
  type Thresholds,
  TRIMP_WEIGHTINGS,
} from '@/analysis/thresholds'
import type { ZoneKind, Zones } from '@/analysis/zones'
import type { FoundEffort } from '@/db/queries/best-efforts'
import type { LoadUpdateRow } from '@/db/queries/load-updates'
import { ALL_SPORTS, type ThresholdRow } from '@/db/queries/thresholds'
import { bestEffort, presentBestEffort } from './effort'
import { count, day, nullable, numericId, oneOf } from './scalars'

export const thresholdKind = oneOf(
  THRESHOLD_KINDS,
  'Highest heart rate, resting heart rate, heart rate at the lactate threshold, functional threshold power, threshold pace on foot or in water.',
)

export const thresholdValue = Type.Integer({
  description:
    'Beats per minute; watts for `ftp`; seconds per kilometre for `threshold_pace`, per 100 metres for `swim_pace`.',
})

export const threshold = Type.Object(
  {
    kind: thresholdKind,
    sport_id: nullable(
      numericId('The only sport in which it holds; null: in all that have none of their own.'),
    ),
    day: day('Since when, in the calendar of the account.'),
    value: thresholdValue,
  },
  { $id: 'Threshold', description: 'What zones and load are measured by from a day on.' },
)

export const presentThreshold = ({
  kind,
  sport_id,
  day: from,
  value,
}: ThresholdRow): Static<typeof threshold> => ({
  kind,
  sport_id: sport_id === ALL_SPORTS ? null : sport_id,
  day: from,
  value,
})

/** One of some words, in answers and in what is sent: this form is checked there, too. */
const wordOf = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>(
    Type.Union(
      words.map((word) => Type.Literal(word)),
      { description },
    ),
  )

export const zoneRules = Type.Object(
  {
    heart_rate_model: wordOf(
      HEART_RATE_MODELS,
      'What zones of heart rate are shares of: the highest, the reserve above rest (Karvonen), or the lactate threshold (Friel).',
    ),
    trimp_weighting: wordOf(
      TRIMP_WEIGHTINGS,
      'By which curve of Banister TRIMP weighs intensity; `mean` is the mean of both.',
    ),
    energy_by_heart_rate: wordOf(
      ENERGY_FORMULAS,
      'By whose formula of Keytel energy is estimated from heart rates, for the owner alone; `none`: not at all. It takes a weight and the date of birth.',
    ),
  },
  { $id: 'ZoneRules', description: 'How zones, TRIMP and energy are made; nobody else is told.' },
)

export const presentZoneRules = ({
  heartRateModel: heart_rate_model,
  trimpWeighting: trimp_weighting,
  energyFormula: energy_by_heart_rate,
}: Formulas): Static<typeof zoneRules> => ({
  ...{ heart_rate_model, trimp_weighting, energy_by_heart_rate },
})

export const loadUpdate = Type.Object(
  {
    done: count('Workouts that are done.'),
    total: count('Workouts altogether.'),
  },
  { $id: 'LoadUpdate', description: 'How far zones and load are made anew after a change.' },
)

export const presentLoadUpdate = (
  update: LoadUpdateRow | undefined,
): Static<typeof loadUpdate> | null => (update ? { done: update.done, total: update.total } : null)

export const suggestion = Type.Object(
  {
    kind: thresholdKind,
    value: thresholdValue,
    current: nullable(Type.Integer({ description: 'What holds today; null when nothing does.' })),
    day: day('The day of the effort that speaks for it.'),
    effort: bestEffort,
  },
  { $id: 'ThresholdSuggestion', description: 'A threshold that a best effort speaks for.' },
)

interface Suggested {
  kind: Static<typeof thresholdKind>
  value: number
  current: number | undefined
  day: string
  effort: FoundEffort
}

export const presentSuggestion = ({
  current,
  effort,
  kind,
  value,
  day: of,
}: Suggested): Static<typeof suggestion> => ({
  ...{ kind, value, day: of },
  current: current ?? null,
  effort: presentBestEffort(effort),
})

const ends = (unit: string) =>
  nullable(
    Type.Array(
      Type.Integer({
        description: `Where a zone ends, from easy to hard, but for the last. ${unit}`,
      }),
    ),
  )

export const currentZones = Type.Object({
  thresholds: Type.Partial(
    Type.Object(
      Object.fromEntries(THRESHOLD_KINDS.map((kind) => [kind, thresholdValue])) as Record<
        (typeof THRESHOLD_KINDS)[number],
        typeof thresholdValue
      >,
    ),
  ),
  rules: zoneRules,
  heart_rate: ends('The highest beats per minute of it.'),
  power: ends('The highest watts of it.'),
  pace: ends('The fewest seconds per kilometre of it.'),
})

interface Current {
  thresholds: Thresholds
  rules: Formulas
  zones: Record<ZoneKind, Zones | undefined>
}

export const presentCurrentZones = ({
  thresholds,
  rules,
  zones,
}: Current): Static<typeof currentZones> => ({
  thresholds,
  rules: presentZoneRules(rules),
  heart_rate: endsOf(zones.heart_rate),
  power: endsOf(zones.power),
  pace: endsOf(zones.pace),
})

const endsOf = (zones: Zones | undefined) => (zones ? [...zones.ends] : null)
