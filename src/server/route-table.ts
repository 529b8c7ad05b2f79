import { pathOf } from '@/server/http/request-path'

interface RouteEntry {
  method: string
  path: string
}

/**
 * The methods that the routes at a request's path support, with HEAD and OPTIONS; empty for an unknown path. A fixed
 * path takes precedence over patterns that match it too.
 */
export function allowedMethods(routes: readonly RouteEntry[], request: Request): string[] {
  const path = pathOf(request)
  const segments = path.split('/')
  const fixed = routes.filter((route) => route.path === path)
  const fitting = fixed.length > 0 ? fixed : routes.filter((route) => matches(route.path, segments))
  const methods = new Set(fitting.map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  if (methods.size > 0) methods.add('OPTIONS')
  return [...methods].sort()
}

/** A node in the tree of path segments. */
interface Branch {
  /** The pattern that ends at this node. */
  path?: string
  fixed: Map<string, Branch>
  /** The node for a parameter segment. */
  any?: Branch
}

/** Returns a function that finds the route pattern of a request, or `ui` for requests outside of the API. */
export function routeFinder(routes: readonly RouteEntry[]): (request: Request) => string {
  const roots = new Map<string, Branch>()
  for (const { method, path } of routes) {
    const root = roots.get(method) ?? newBranch()
    roots.set(method, root)
    path.split('/').reduce(grow, root).path = path
  }
  return (request) => {
    const path = pathOf(request)
    const root = roots.get(request.method)
    const found = root && findBranch(root, path.split('/'), 0)
    return found?.path ?? (path.startsWith('/api') ? 'unknown' : 'ui')
  }
}

const newBranch = (): Branch => ({ fixed: new Map() })

function grow(branch: Branch, part: string): Branch {
  if (part.startsWith(':')) {
    branch.any ??= newBranch()
    return branch.any
  }
  const next = branch.fixed.get(part) ?? newBranch()
  branch.fixed.set(part, next)
  return next
}

/** Finds the node for the segments from `at` on. Fixed segments take precedence over parameters. */
function findBranch(branch: Branch, segments: readonly string[], at: number): Branch | undefined {
  const segment = segments[at]
  if (segment === undefined) return branch.path === undefined ? undefined : branch
  const fixed = branch.fixed.get(segment)
  return (
    (fixed && findBranch(fixed, segments, at + 1)) ??
    (branch.any && findBranch(branch.any, segments, at + 1))
  )
}

function matches(pattern: string, segments: string[]): boolean {
  const parts = pattern.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith(':') || part === segments[at])
  )
}
