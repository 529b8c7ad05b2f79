import type { CSSProperties } from 'react'
import type { LineShape } from '@/web/components/numbers/Legend'

/** Styles of the lines, most important line first. The plot and its legend use the same styles. */
const STYLES = [
  { color: 'var(--mp-accent)', shape: 'solid' },
  { color: 'var(--mp-series-speed)', shape: 'dashed' },
  { color: 'var(--mp-series-power)', shape: 'dotted' },
] as const satisfies readonly { color: string; shape: LineShape }[]

/** The sample of points that are not connected. */
export const DOTS = { color: 'var(--mp-series-speed)', shape: 'dot' } as const

const STROKES: Readonly<Record<(typeof STYLES)[number]['shape'], CSSProperties>> = {
  solid: { strokeWidth: 3 },
  dashed: { strokeWidth: 2, strokeDasharray: '8 5' },
  dotted: { strokeWidth: 2, strokeDasharray: '2 4' },
}

/** Returns the colour and shape of the line at `index`; lines beyond the last style share it. */
export const getLineStyle = (index: number) => STYLES[index] ?? STYLES[2]

/** Returns the SVG stroke of the line at `index`. */
export function getLineStroke(index: number): CSSProperties {
  const { color, shape } = getLineStyle(index)
  return { stroke: color, ...STROKES[shape] }
}
