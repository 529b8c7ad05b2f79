import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { connect } from 'node:net'

interface Socket {
  path: string
  /** Permissions of its file. */
  mode: number
}

/**
 * Makes way for a socket: what an earlier server has left behind is removed.
 *
 * @throws when another server listens there, or something else than a socket is in the way.
 */
export async function clearSocket({ path }: Socket): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isSocket()) throw new Error(`${path} is no socket: choose another path for LISTEN.`)
  if (await answers(path)) throw new Error(`Another server listens on ${path}.`)
  rmSync(path)
}

/** Opens the socket to those who may use it; until then nobody else can. */
export const openToOthers = ({ path, mode }: Socket): void => chmodSync(path, mode)

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
