const isFeed = (path: string) => /^\/users\/[^/]+\/workouts\.rss$/.test(path)

const isShared = (path: string) => path.startsWith('/share/')

/** Whether a path belongs to the API, a feed or a shared workout. All other paths belong to the web UI. */
export const isApi = (path: string): boolean =>
  path.startsWith('/api/') || path === '/api' || isFeed(path) || isShared(path)

/** Whether a request changes nothing. */
export const isReading = ({ method }: Pick<Request, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
