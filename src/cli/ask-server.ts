import type { Config } from '@/lib/config/config'

/** Sends a request to the server that these settings describe, through its Unix socket or TCP port. */
export function requestServer(
  { host, port, socket, basePath }: Pick<Config, 'host' | 'port' | 'socket' | 'basePath'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  if (socket) return fetch(`http://localhost${basePath}${path}`, { ...init, unix: socket.path })
  return fetch(`${serverAddress({ host, port })}${basePath}${path}`, init)
}

/** Returns the URL of a server on this machine. Replaces the wildcard addresses `0.0.0.0` and `::` with `127.0.0.1`. */
export function serverAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const target = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${target.includes(':') ? `[${target}]` : target}:${port}`
}
