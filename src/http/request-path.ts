/** The path of a request's address, without host and query. */
export function pathOf({ url }: Pick<Request, 'url'>): string {
  // Bun has only a path for a request whose host is malformed.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  if (start < 0) return '/'
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
