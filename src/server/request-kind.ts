const isFeed = (path: string) => /^\/users\/[^/]+\/workouts\.(rss|atom)$/.test(path)

/** Whether a path belongs to a shared workout. */
export const isShared = (path: string) => path.startsWith('/share/')

/** Whether a path belongs to the file of a photo. */
const isPhoto = (path: string) => /^\/media\/[^/]+$/.test(path)

/** Where OAuth2 clients find the endpoints of a server (RFC 8414). */
export const METADATA_PATH = '/.well-known/oauth-authorization-server'

/**
 * Whether a path belongs to the API, a feed, a shared workout, a photo or the OAuth2 metadata. All other paths belong to
 * the web UI.
 */
export const isApi = (path: string): boolean =>
  path.startsWith('/api/') ||
  path === '/api' ||
  isFeed(path) ||
  isShared(path) ||
  isPhoto(path) ||
  path === METADATA_PATH

/** Whether a request changes nothing. */
export const isReading = ({ method }: Pick<Request, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
