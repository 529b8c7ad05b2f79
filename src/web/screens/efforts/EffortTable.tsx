import { Link } from '@tanstack/react-router'
import type { BestEffort } from '@/web/api/workouts/efforts'
import {
  EFFORT_KIND_NAMES,
  formatEffortTarget,
  formatEffortValue,
  isStandardEffort,
} from '@/web/components/numbers/effort-text'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './EffortsScreen.module.css'

/** A column of best efforts in a period. */
export interface EffortColumn {
  id: string
  heading: string
  efforts: readonly BestEffort[]
}

/** The targets of a kind that are usual in the sport and for which at least one column has an effort, each linked to all efforts for it. */
export function EffortTable({
  sportId,
  kind,
  columns,
}: {
  sportId: number
  kind: BestEffort['kind']
  columns: readonly EffortColumn[]
}) {
  const preferences = usePreferences()
  const found = columns.map(
    ({ efforts }) =>
      new Map(
        efforts
          .filter((effort) => effort.kind === kind)
          .map((effort): [number, BestEffort] => [effort.target, effort]),
      ),
  )
  const targets = [...new Set(found.flatMap((efforts) => [...efforts.keys()]))]
    .filter((target) => isStandardEffort(sportId, { kind, target }))
    .sort((one, other) => one - other)
  if (targets.length === 0) return null
  return (
    <NumberTable
      title={t(EFFORT_KIND_NAMES[kind])}
      headings={[
        t('effort.target'),
        ...columns.map(({ id, heading }) => ({
          key: id,
          cell: (
            <th key={id} scope="col" className={classes.column}>
              {heading}
            </th>
          ),
        })),
      ]}
    >
      {targets.map((target) => (
        <tr key={target}>
          <th scope="row">
            <Link
              to="/efforts/ranking"
              search={{ sport: String(sportId), kind, target: String(target) }}
            >
              {formatEffortTarget({ kind, target }, preferences)}
            </Link>
          </th>
          {columns.map(({ id }, index) => (
            <td key={id}>
              <Holder effort={found[index]?.get(target)} sportId={sportId} />
            </td>
          ))}
        </tr>
      ))}
    </NumberTable>
  )
}

/** An effort's value, and the day of its workout as a link. */
function Holder({ effort, sportId }: { effort: BestEffort | undefined; sportId: number }) {
  const preferences = usePreferences()
  if (!effort) return '–'
  const { workout_id: workoutId, workout_title: title } = effort
  return (
    <Link
      className={classes.holder}
      to="/workouts/$workoutId"
      params={{ workoutId }}
      title={title ?? undefined}
    >
      <EffortValue effort={effort} sportId={sportId} />
      <small>{formatDate(new Date(effort.workout_date), preferences)}</small>
    </Link>
  )
}

/** The value of an effort; for power also per kilogram. */
export function EffortValue({
  effort,
  sportId,
}: {
  sportId: number
  effort: Pick<BestEffort, 'kind' | 'value' | 'per_kilogram'>
}) {
  const preferences = usePreferences()
  const { per_kilogram: perKilogram } = effort
  return (
    <>
      {formatQuantity(formatEffortValue(effort, sportId, preferences))}
      {perKilogram !== undefined && (
        <small className={classes.secondary}>
          {formatNumber(perKilogram, 2, preferences.locale)} {t('unit.wPerKg')}
        </small>
      )}
    </>
  )
}
