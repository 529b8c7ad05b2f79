import { resolve } from 'node:path'
import { ConfigError, type Environment } from './environment-variables'

/** A Unix socket to listen on. */
export interface SocketSettings {
  path: string
  /** Permissions of the socket file. */
  mode: number
}

const DEFAULT_MODE = 0o660
/** Allows only segments that need no percent-encoding, so that a path has a single spelling. */
const BASE_PATH = /^(?:\/[\w~-][\w.~-]*)+$/

/**
 * The path prefix of all URLs: `BASE_PATH`, or else the path of `UI_URL`; empty at the root of a host.
 *
 * @throws ConfigError when the two contradict each other.
 */
export function basePath(env: Environment): string {
  const ofUrl = URL.canParse(env.UI_URL ?? '') ? trimmed(new URL(env.UI_URL ?? '').pathname) : ''
  const path = env.BASE_PATH === undefined ? ofUrl : trimmed(env.BASE_PATH)
  if (path !== '' && !BASE_PATH.test(path))
    throw new ConfigError(
      `BASE_PATH is '${path}': give a path like /milepost, of letters, digits, '-', '_', '~' and '.'.`,
    )
  if (ofUrl !== '' && ofUrl !== path)
    throw new ConfigError(
      `UI_URL has the path '${ofUrl}' and BASE_PATH is '${path || '/'}': let them agree, or leave BASE_PATH out.`,
    )
  return path
}

const trimmed = (path: string) => path.replace(/\/+$/, '')

/**
 * Reads the socket from `LISTEN`, which takes precedence over `HOST` and `PORT`. Returns undefined if it is not set.
 * @throws ConfigError when it is invalid.
 */
export function listeningSocket(env: Environment): SocketSettings | undefined {
  if (env.LISTEN === undefined) {
    if (env.SOCKET_MODE !== undefined)
      throw new ConfigError('SOCKET_MODE is set but LISTEN is not: set both or none.')
    return undefined
  }
  const [, path] = /^unix:(.+)$/.exec(env.LISTEN) ?? []
  if (path === undefined)
    throw new ConfigError(`LISTEN is '${env.LISTEN}': give unix: and the path of a socket.`)
  return { path: resolve(path), mode: socketMode(env.SOCKET_MODE) }
}

function socketMode(text: string | undefined): number {
  if (text === undefined) return DEFAULT_MODE
  if (/^0?[0-7]{3}$/.test(text)) return Number.parseInt(text, 8)
  throw new ConfigError(`SOCKET_MODE is '${text}': give permissions like 0660.`)
}
