const isFeed = (path: string) => /^\/users\/[^/]+\/workouts\.(rss|atom)$/.test(path)

/** Whether a path belongs to a shared workout. */
export const isShared = (path: string) => path.startsWith('/share/')

/** Where OAuth2 clients find the endpoints of a server (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server'

/**
 * Whether a path belongs to the API, a feed, a shared workout or the OAuth2 metadata. All other paths belong to the web
 * UI.
 */
export const isApi = (path: string): boolean =>
  path.startsWith('/api/') ||
  path === '/api' ||
  isFeed(path) ||
  isShared(path) ||
  path === METADATA_PATH

/** Whether a request changes nothing. */
export const isReading = ({ method }: Pick<Request, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
