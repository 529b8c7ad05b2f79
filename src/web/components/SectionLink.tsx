import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'

/** Whether a page, by the path of its route, is one of a place or lies below it. */
const isWithin = (page: string, place: string): boolean =>
  page === place || page.startsWith(`${place}/`)

/**
 * A link to a place that has pages of its own. It says so when it is open itself (`aria-current="page"`) and when one of
 * its pages is (`aria-current="true"`).
 */
export function SectionLink({
  to,
  holds = [to],
  className,
  onClick,
  children,
}: {
  to: NonNullable<LinkProps['to']>
  /** The paths below which its pages are; those below its own path unless told otherwise. */
  holds?: readonly string[]
  className: string | undefined
  onClick?: MouseEventHandler
  children: ReactNode
}) {
  const isOpen = useRouterState({
    select: ({ matches }) => {
      const page = matches.at(-1)?.fullPath ?? ''
      return holds.some((place) => isWithin(page, place))
    },
  })
  return (
    <Link
      to={to}
      className={className}
      // What the link says of its own page comes after this.
      aria-current={isOpen ? 'true' : undefined}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  )
}
