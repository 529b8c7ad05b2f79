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

function matches(pattern: string, segments: string[]): boolean {
  const parts = pattern.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith(':') || part === segments[at])
  )
}
