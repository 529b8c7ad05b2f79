/** How many each process has. */
const PORTS = 50
/** Below those that systems give out by themselves, to whoever asks for any port and to every connection. */
const [FIRST, END] = [12_000, 32_000] as const

const given = { next: 0 }

/** The ports of a process: the next ones of the process after it, and the same ones only of one far from it. */
export function portsOf(pid: number): number[] {
  const first = FIRST + (pid % Math.floor((END - FIRST) / PORTS)) * PORTS
  return Array.from({ length: PORTS }, (_, i) => first + i)
}

/**
 * A port of this machine where nobody listens, and that nothing else is given meanwhile: neither another connection, as
 * would happen to one that the system chose, nor another process that asks here, nor the next who asks in this one.
 *
 * @throws Error when all ports of this process are taken.
 */
export function freePort(): number {
  const ports = portsOf(process.pid)
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
