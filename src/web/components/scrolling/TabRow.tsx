import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import area from './ScrollArea.module.css'
import classes from './TabRow.module.css'
import { useScrollEdges } from './use-scroll-edges'

/**
 * Links to related pages in a row, which scrolls sideways if it is too long. The link with `aria-current` is scrolled
 * into view.
 */
export function TabRow({
  label,
  className,
  children,
}: {
  label: string
  /** Styles for screens on which the links are not a row. */
  className?: string | undefined
  children: ReactNode
}) {
  const row = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useScrollEdges(row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !current) return
    const space = (row.current.clientWidth - current.offsetWidth) / 2
    row.current.scrollLeft = current.offsetLeft - space
  }, [path])
  return (
    <nav ref={row} className={[area.area, classes.row, className].join(' ')} aria-label={label}>
      {children}
    </nav>
  )
}

/** The class name of a link in a row. */
export const tabClass = classes.tab
