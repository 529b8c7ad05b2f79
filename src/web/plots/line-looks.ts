import type { CSSProperties } from 'react'
import type { LineShape } from '@/web/components/Legend'

/** The lines of a plot, the most important first: its legend draws them as it does. */
const LOOKS = [
  { color: 'var(--mp-accent)', shape: 'solid' },
  { color: 'var(--mp-series-speed)', shape: 'dashed' },
  { color: 'var(--mp-series-power)', shape: 'dotted' },
] as const satisfies readonly { color: string; shape: LineShape }[]

const STROKES: Readonly<Record<LineShape, CSSProperties>> = {
  solid: { strokeWidth: 3 },
  dashed: { strokeWidth: 2, strokeDasharray: '8 5' },
  dotted: { strokeWidth: 2, strokeDasharray: '2 4' },
}

/** Colour and shape of a line by its place among all; those beyond the last look like it. */
export const lineLook = (index: number) => LOOKS[index] ?? LOOKS[2]

/** The stroke of a line by its place among all. */
export function lineStroke(index: number): CSSProperties {
  const { color, shape } = lineLook(index)
  return { stroke: color, ...STROKES[shape] }
}
