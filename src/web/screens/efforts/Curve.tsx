import { EFFORT_KIND_NAMES, effortTarget } from '@/web/components/effort-text'
import { t } from '@/web/i18n/text'
import { LinePlot } from '@/web/plots/LinePlot'
import { usePreferences } from '@/web/state/preferences'
import type { EffortColumn } from './EffortTable'
import { type CurveKind, curveMeasureOf } from './effort-measures'

/** What a curve is called: of distances by what is drawn over them. */
export function curveName(kind: CurveKind, showsPace: boolean): string {
  if (kind === 'distance') return t(showsPace ? 'series.pace' : 'series.speed')
  return t(EFFORT_KIND_NAMES[kind])
}

/** The best for all times or distances: each twice as long lies as far from the one before. */
export function Curve({
  kind,
  showsPace,
  lines,
}: {
  kind: CurveKind
  showsPace: boolean
  lines: readonly EffortColumn[]
}) {
  const preferences = usePreferences()
  const { numberOf, write, ...measure } = curveMeasureOf(kind, showsPace, preferences)
  return (
    <LinePlot
      lines={lines.map(({ id, heading, efforts }) => ({
        id,
        name: heading,
        points: efforts
          .filter((effort) => effort.kind === kind)
          .map((effort) => ({ x: effort.target, y: numberOf(effort) })),
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
