import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSwimming } from '@/domain/reference/swimming'
import { bestEffortsQuery, type Days } from '@/web/api/workouts/efforts'
import { LinePlot } from '@/web/charts/plots/LinePlot'
import { LoadError } from '@/web/components/feedback/LoadError'
import { EFFORT_KIND_NAMES, formatEffortTarget } from '@/web/components/numbers/effort-text'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import classes from './EffortsScreen.module.css'
import { type EffortColumn, EffortTable } from './EffortTable'
import {
  CURVES,
  type CurveName,
  getCurveMeasure,
  getEffortKind,
  type SpeedStyle,
} from './effort-measures'

/** A period and its name; `days` is undefined if there is nothing to compare with. */
export interface NamedDays {
  heading: string
  days: Days | undefined
}

/** The best efforts of two periods as a curve over all times or distances, or as a table. */
export function Curves({
  sportId,
  wanted,
  onCurve,
  one,
  other,
}: {
  sportId: number
  /** The curve from the URL. */
  wanted: string | undefined
  onCurve: (curve: CurveName) => void
  one: NamedDays
  other: NamedDays
}) {
  const [isTable, setTable] = useState(false)
  const sport = useSport(sportId)
  const first = useQuery({
    ...bestEffortsQuery(sportId, one.days ?? {}),
    placeholderData: keepPreviousData,
  })
  const second = useQuery({
    ...bestEffortsQuery(sportId, other.days ?? {}),
    enabled: other.days !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!first.data || (other.days && !second.data)) return <LoadError queries={[first, second]} />
  const columns: EffortColumn[] = [{ id: 'one', heading: one.heading, efforts: first.data }]
  if (other.days) columns.push({ id: 'other', heading: other.heading, efforts: second.data ?? [] })
  const curves = CURVES.filter((name) => columns.some((column) => hasCurve(column, name)))
  const curve = curves.find((name) => name === wanted) ?? curves[0]
  if (!curve) return <p>{t('efforts.noneInTime')}</p>
  const style = getSpeedStyle(sportId, sport?.pace_speed_display)
  return (
    <Panel title={curveName(curve, style)}>
      <div className={classes.tools}>
        <SegmentedControl
          label={t('effort.kind')}
          value={curve}
          onChange={onCurve}
          data={curves.map((value) => ({ value, label: curveName(value, style) }))}
        />
        <SegmentedControl
          label={t('stats.look')}
          value={isTable ? 'table' : 'chart'}
          onChange={(look) => setTable(look === 'table')}
          data={[
            { value: 'chart', label: t('stats.chart') },
            { value: 'table', label: t('stats.table') },
          ]}
        />
      </div>
      {isTable ? (
        <EffortTable sportId={sportId} kind={getEffortKind(curve)} columns={columns} />
      ) : (
        <Curve curve={curve} style={style} columns={columns} />
      )}
    </Panel>
  )
}

/** How speed is shown for a sport: as its owner chose, where there is a choice. */
function getSpeedStyle(sportId: number, display: string | undefined): SpeedStyle {
  if (isSwimming(sportId)) return 'swim'
  return display === undefined || display === 'speed' ? 'speed' : 'pace'
}

const hasCurve = ({ efforts }: EffortColumn, curve: CurveName) =>
  efforts.some(
    ({ kind, per_kilogram: perKilogram }) =>
      kind === getEffortKind(curve) && (curve !== 'per_kilogram' || perKilogram !== undefined),
  )

/** The name of a curve; for distances it depends on how speed is shown. */
function curveName(curve: CurveName, style: SpeedStyle): string {
  if (curve === 'per_kilogram') return t('unit.wPerKg')
  if (curve === 'distance') return t(style === 'speed' ? 'series.speed' : 'series.pace')
  return t(EFFORT_KIND_NAMES[curve])
}

/** The best efforts for all times or distances, over a logarithmic axis. */
function Curve({
  curve,
  style,
  columns,
}: {
  curve: CurveName
  style: SpeedStyle
  columns: readonly EffortColumn[]
}) {
  const preferences = usePreferences()
  const { numberOf, write, ...measure } = getCurveMeasure(curve, style, preferences)
  const kind = getEffortKind(curve)
  return (
    <LinePlot
      lines={columns.map(({ id, heading, efforts }) => ({
        id,
        name: heading,
        points: efforts.flatMap((effort) => {
          const y = effort.kind === kind ? numberOf(effort) : undefined
          return y === undefined ? [] : [{ x: effort.target, y }]
        }),
      }))}
      axes={{
        ...measure,
        isLogarithmic: true,
        isStepped: false,
        formatX: (target) => formatEffortTarget({ kind, target }, preferences),
        formatY: write,
      }}
    />
  )
}
