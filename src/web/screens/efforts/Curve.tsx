import { EFFORT_KIND_NAMES, effortTarget } from '@/web/components/effort-text'
import { t } from '@/web/i18n/text'
import { LinePlot } from '@/web/plots/LinePlot'
import { usePreferences } from '@/web/state/preferences'
import type { EffortColumn } from './EffortTable'
import { type CurveName, curveMeasureOf, kindOf, type SpeedStyle } from './effort-measures'

/** What a curve is called: of distances by what is drawn over them. */
export function curveName(curve: CurveName, style: SpeedStyle): string {
  if (curve === 'per_kilogram') return t('unit.wPerKg')
  if (curve === 'distance') return t(style === 'speed' ? 'series.speed' : 'series.pace')
  return t(EFFORT_KIND_NAMES[curve])
}

/** The best for all times or distances: what is twice as long lies as far from the one before. */
export function Curve({
  curve,
  style,
  columns,
}: {
  curve: CurveName
  style: SpeedStyle
  columns: readonly EffortColumn[]
}) {
  const preferences = usePreferences()
  const { numberOf, write, ...measure } = curveMeasureOf(curve, style, preferences)
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
