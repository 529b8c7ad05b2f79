import type { ReactNode } from 'react'
import classes from './Legend.module.css'

/** Says what the colours of a picture stand for. */
export function Legend({
  label,
  isLive = false,
  children,
}: {
  label?: string | undefined
  /** Whether its numbers change with what the reader points at, and are read out then. */
  isLive?: boolean
  children: ReactNode
}) {
  return (
    <ul className={classes.legend} aria-label={label} aria-live={isLive ? 'polite' : undefined}>
      {children}
    </ul>
  )
}

/** One thing of the picture: what it is drawn with, if with anything, and what that means. */
export function LegendItem({
  color,
  shape = 'area',
  children,
}: {
  color?: string
  shape?: 'area' | 'way' | LineShape
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

/** How a line is drawn, so that it is told from others also without its colour. */
export type LineShape = 'solid' | 'dashed' | 'dotted'
