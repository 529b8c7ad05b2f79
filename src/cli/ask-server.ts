import type { Config } from '@/config/config'

/** Asks the server that these settings describe, wherever it listens, for a path of the API. */
export function askServer(
  { host, port, socket, basePath }: Pick<Config, 'host' | 'port' | 'socket' | 'basePath'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  if (socket) return fetch(`http://localhost${basePath}${path}`, { ...init, unix: socket.path })
  return fetch(`${serverAddress({ host, port })}${basePath}${path}`, init)
}

/** The address at which this machine reaches a server that listens so. */
export function serverAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const target = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${target.includes(':') ? `[${target}]` : target}:${port}`
}
