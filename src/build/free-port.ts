/** Number of ports reserved for each process. */
const PORTS = 50
/** Range of ports below the ephemeral ports, which the system assigns to connections and to listeners on port 0. */
const [FIRST, END] = [12_000, 32_000] as const

const given = { next: 0 }

/** Returns the ports of a process. Processes whose ids are close to each other have different ports. */
export function listPorts(pid: number): number[] {
  const first = FIRST + (pid % Math.floor((END - FIRST) / PORTS)) * PORTS
  return Array.from({ length: PORTS }, (_, i) => first + i)
}

/**
 * Returns a port on which no process listens. Unlike a port chosen by the system, it cannot be assigned to a connection
 * before the caller uses it, and neither other processes nor the next calls get the same port.
 *
 * @throws Error when all ports of this process are in use.
 */
export function freePort(): number {
  const ports = listPorts(process.pid)
  const inTurn = [...ports.slice(given.next), ...ports.slice(0, given.next)]
  const port = inTurn.find(isFree)
  if (port === undefined) throw new Error(`the ports ${ports.at(0)} to ${ports.at(-1)} are taken`)
  given.next = (ports.indexOf(port) + 1) % PORTS
  return port
}

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true)
    return true
  } catch {
    return false
  }
}
