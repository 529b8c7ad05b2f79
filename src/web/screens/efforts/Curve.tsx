import { EFFORT_KIND_NAMES, effortTarget } from '@/web/components/effort-text'
import { t } from '@/web/i18n/text'
import { LinePlot } from '@/web/plots/LinePlot'
import { usePreferences } from '@/web/state/preferences'
import type { EffortColumn } from './EffortTable'
import { type CurveName, curveMeasureOf, kindOf } from './effort-measures'

/** What a curve is called: of distances by what is drawn over them. */
export function curveName(curve: CurveName, showsPace: boolean): string {
  if (curve === 'per_kilogram') return t('unit.wPerKg')
  if (curve === 'distance') return t(showsPace ? 'series.pace' : 'series.speed')
  return t(EFFORT_KIND_NAMES[curve])
}

/** The best for all times or distances: what is twice as long lies as far from the one before. */
export function Curve({
  curve,
  showsPace,
  columns,
}: {
  curve: CurveName
  showsPace: boolean
  columns: readonly EffortColumn[]
}) {
  const preferences = usePreferences()
  const { numberOf, write, ...measure } = curveMeasureOf(curve, showsPace, preferences)
  const kind = kindOf(curve)
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
        writeX: (target) => effortTarget({ kind, target }, preferences),
        writeY: write,
      }}
    />
  )
}
