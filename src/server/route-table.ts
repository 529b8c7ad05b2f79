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

/** Tells the pattern of the route that answers a request, `ui` for everything that is none of the API. */
export function routeFinder(routes: readonly RouteEntry[]): (request: Request) => string {
  const fixed = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const kindOf = (method: string, segments: readonly string[]) => `${method} ${segments.length}`
  const patterns = Map.groupBy(routes, ({ method, path }) => kindOf(method, path.split('/')))
  return (request) => {
    const path = pathOf(request)
    // Where a fixed path and a pattern both fit, the fixed one answers.
    if (fixed.has(`${request.method} ${path}`)) return path
    const segments = path.split('/')
    const fitting = patterns
      .get(kindOf(request.method, segments))
      ?.find((route) => matches(route.path, segments))
    return fitting?.path ?? (path.startsWith('/api') ? 'unknown' : 'ui')
  }
}

function matches(pattern: string, segments: string[]): boolean {
  const parts = pattern.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith(':') || part === segments[at])
  )
}
