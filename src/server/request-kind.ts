const isFeed = (path: string) => /^\/users\/[^/]+\/workouts\.rss$/.test(path)

/** Whether a path belongs to the API or a feed. All other paths belong to the web UI. */
export const isApi = (path: string): boolean =>
  path.startsWith('/api/') || path === '/api' || isFeed(path)

/** Whether a request changes nothing. */
export const isReading = ({ method }: Pick<Request, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
