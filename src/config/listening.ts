import { resolve } from 'node:path'
import { ConfigError, type Environment } from './env'

/** A Unix socket to listen on. */
export interface SocketSettings {
  path: string
  /** Permissions of its file. */
  mode: number
}

const DEFAULT_MODE = 0o660
/** Segments that need no encoding, so that a path is written in one way only. */
const BASE_PATH = /^(?:\/[\w~-][\w.~-]*)+$/

/**
 * The path below which everything is: `BASE_PATH`, or else the path of `UI_URL`; empty at the root of a host.
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

/** The socket of `LISTEN`, which wins over `HOST` and `PORT`; undefined without one. @throws ConfigError when it is none. */
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
