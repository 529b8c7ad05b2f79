import type { ReactNode } from 'react'
import classes from './Legend.module.css'

/** A legend of the colours in a chart or map. */
export function Legend({
  label,
  isLive = false,
  children,
}: {
  label?: string | undefined
  /** Whether its numbers follow the pointer, so that screen readers announce changes. */
  isLive?: boolean
  children: ReactNode
}) {
  return (
    <ul className={classes.legend} aria-label={label} aria-live={isLive ? 'polite' : undefined}>
      {children}
    </ul>
  )
}

/** An entry of a legend: a sample of the colour and shape, if any, and its meaning. */
export function LegendItem({
  color,
  shape = 'area',
  children,
}: {
  color?: string
  shape?: 'area' | 'track' | 'dot' | LineShape
  children: ReactNode
}) {
  return (
    <li>
      {color && (
        <span className={classes.sample} data-shape={shape} style={{ '--mp-sample': color }} />
      )}
      {children}
    </li>
  )
}

/** Line style, which distinguishes lines without relying on colour. */
export type LineShape = 'solid' | 'dashed' | 'dotted'
