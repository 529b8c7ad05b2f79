import { Link, type LinkProps, useRouterState } from '@tanstack/react-router'
import type { MouseEventHandler, ReactNode } from 'react'

/** Whether a page, given by its route path, equals `place` or is nested below it. */
const isWithin = (page: string, place: string): boolean =>
  page === place || page.startsWith(`${place}/`)

/**
 * A link to a section with pages of its own. It has `aria-current="page"` if the linked page is open, and
 * `aria-current="true"` if another page of the section is.
 */
export function SectionLink({
  to,
  paths = [to],
  className,
  onClick,
  children,
}: {
  to: NonNullable<LinkProps['to']>
  /** Route paths whose pages belong to the section; by default the link's own path. */
  paths?: readonly string[]
  className: string | undefined
  onClick?: MouseEventHandler
  children: ReactNode
}) {
  const isOpen = useRouterState({
    select: ({ matches }) => {
      const page = matches.at(-1)?.fullPath ?? ''
      return paths.some((place) => isWithin(page, place))
    },
  })
  return (
    <Link
      to={to}
      className={className}
      // The router sets `page` on the exact match, which overrides this.
      aria-current={isOpen ? 'true' : undefined}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  )
}
