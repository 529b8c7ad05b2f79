/** The path of a request's URL, without host and query. */
export function pathOf({ url }: Pick<Request, 'url'>): string {
  // For a request with a malformed host, Bun's URL is only the path.
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  if (start < 0) return '/'
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

/** The path of a request for the log, which must not contain the secrets of public links. */
export const loggedPath = (request: Pick<Request, 'url'>): string =>
  pathOf(request).replace(/\/share\/[^/]+/, '/share/…')
