import { type Static, Type } from '@sinclair/typebox'
import { ENERGY_FORMULAS } from '@/domain/analysis/energy'
import {
  type Formulas,
  HEART_RATE_MODELS,
  THRESHOLD_KINDS,
  type Thresholds,
  TRIMP_WEIGHTINGS,
} from '@/domain/analysis/thresholds'
import type { ZoneKind, Zones } from '@/domain/analysis/zones'
import { count, day, nullable, numericId, oneOf } from '@/server/responses/fields'
import { bestEffort, presentBestEffort } from '@/server/responses/workouts/effort'
import { ALL_SPORTS, type ThresholdRow } from '@/store/db/queries/accounts/thresholds'
import type { EffortRow } from '@/store/db/queries/workouts/best-efforts'
import type { LoadUpdateRow } from '@/store/db/queries/workouts/load-updates'

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
      numericId('The only sport it applies to; null: all sports without their own threshold.'),
    ),
    day: day('First day, in the calendar of the account.'),
    value: thresholdValue,
  },
  { $id: 'Threshold', description: 'A threshold for zones and loads, in force from a day on.' },
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

/** One of some values, in responses and requests: unlike `oneOf`, this schema also validates requests. */
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
      'Basis of heart rate zones: the maximum, the reserve above rest (Karvonen), or the lactate threshold (Friel).',
    ),
    trimp_weighting: wordOf(
      TRIMP_WEIGHTINGS,
      'Banister’s weighting curve for TRIMP; `mean` is the mean of both.',
    ),
    energy_by_heart_rate: wordOf(
      ENERGY_FORMULAS,
      'Keytel’s formula for estimating energy from heart rates, for the owner only; `none` disables it. Requires a weight and the date of birth.',
    ),
  },
  {
    $id: 'ZoneRules',
    description: 'The rules for computing zones, TRIMP and energy, visible to the user only.',
  },
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
  { $id: 'LoadUpdate', description: 'Progress of recomputing zones and loads after a change.' },
)

export const presentLoadUpdate = (
  update: LoadUpdateRow | undefined,
): Static<typeof loadUpdate> | null => (update ? { done: update.done, total: update.total } : null)

export const suggestion = Type.Object(
  {
    kind: thresholdKind,
    value: thresholdValue,
    current: nullable(Type.Integer({ description: 'The current value; null if there is none.' })),
    day: day('The day of the effort behind it.'),
    effort: bestEffort,
    lower: Type.Optional(
      Type.Object(
        {
          from: day('First day of the efforts that count.'),
          to: day('Last day of the efforts that count.'),
          earlier_value: nullable(
            Type.Integer({
              description: 'What an older effort suggests; null if none suggests more.',
            }),
          ),
          earlier_effort: nullable(bestEffort),
        },
        { description: 'Why the value is lower than the current one; absent if it is not.' },
      ),
    ),
  },
  { $id: 'ThresholdSuggestion', description: 'A threshold suggested by a best effort.' },
)

interface Suggested {
  kind: Static<typeof thresholdKind>
  value: number
  current: number | undefined
  day: string
  effort: EffortRow
  lower:
    | { from: string; to: string; earlier: { value: number; effort: EffortRow } | undefined }
    | undefined
}

export const presentSuggestion = ({
  current,
  effort,
  lower,
  kind,
  value,
  day: of,
}: Suggested): Static<typeof suggestion> => ({
  ...{ kind, value, day: of },
  current: current ?? null,
  effort: presentBestEffort(effort),
  ...(lower && {
    lower: {
      ...{ from: lower.from, to: lower.to },
      earlier_value: lower.earlier?.value ?? null,
      earlier_effort: lower.earlier ? presentBestEffort(lower.earlier.effort) : null,
    },
  }),
})

const ends = (unit: string) =>
  nullable(
    Type.Array(
      Type.Integer({
        description: `Upper ends of the zones, from easy to hard, except the last. ${unit}`,
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
  heart_rate: ends('In beats per minute.'),
  power: ends('Watts.'),
  pace: ends('Seconds per kilometre.'),
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
