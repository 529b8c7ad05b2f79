import { pathOf } from '@/http/request-path'

interface RouteEntry {
  method: string
  path: string
}

/**
 * The methods some route answers at the path of a request; empty for an unknown path. A fixed path is never one of a
 * pattern, although it may look like it.
 */
export function allowedMethods(routes: readonly RouteEntry[], request: Request): string[] {
  const path = pathOf(request)
  const segments = path.split('/')
  const fixed = routes.filter((route) => route.path === path)
  const fitting = fixed.length > 0 ? fixed : routes.filter((route) => matches(route.path, segments))
  return [...new Set(fitting.map(({ method }) => method))].sort()
}

/** The pattern of the route that answers a path, `ui` for everything that is none of the API. */
export function routeOf(routes: readonly RouteEntry[], request: Request): string {
  const path = pathOf(request)
  const segments = path.split('/')
  const fitting = routes.filter(
    (route) => route.method === request.method && matches(route.path, segments),
  )
  // Where a fixed path and a pattern both fit, the fixed one answers.
  const exact = fitting.find((route) => route.path === path) ?? fitting[0]
  return exact?.path ?? (path.startsWith('/api') ? 'unknown' : 'ui')
}

function matches(pattern: string, segments: string[]): boolean {
  const parts = pattern.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith(':') || part === segments[at])
  )
}
