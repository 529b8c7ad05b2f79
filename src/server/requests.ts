const isFeed = (path: string) => /^\/users\/[^/]+\/workouts\.rss$/.test(path)

/** Whether a path is one of the API or of a feed; everything else is the web UI. */
export const isApi = (path: string): boolean =>
  path.startsWith('/api/') || path === '/api' || isFeed(path)

/** Whether a request changes nothing. */
export const isReading = ({ method }: Pick<Request, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
