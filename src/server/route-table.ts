import { pathOf } from '@/http/request-path'

interface RouteEntry {
  method: string
  path: string
}

/** The methods some route answers at the path of a request; empty for an unknown path. */
export function allowedMethods(routes: readonly RouteEntry[], request: Request): string[] {
  const segments = pathOf(request).split('/')
  const methods = routes.filter(({ path }) => matches(path, segments)).map(({ method }) => method)
  return [...new Set(methods)].sort()
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
