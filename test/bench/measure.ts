import { processorMs } from '../support/processor-time'
import type { Loaded } from './load'
import type { Loader } from './loader'
import type { Served } from './server'

/** A request and who answers it. */
export interface Side {
  server: Served
  request: string
}

/** How a side did: the median of its rounds. */
export interface Measured extends Loaded {
  /** Microseconds of processor time that the server used for an answer. */
  processorUs: number
}

/** How long sides are measured. */
export interface Effort {
  rounds: number
  milliseconds: number
}

/** Loads sides in turn, so that what else the machine does hits all of them. */
export async function measureInTurn(
  loader: Loader,
  sides: readonly Side[],
  { connections, rounds, milliseconds }: Effort & { connections: number },
): Promise<Measured[]> {
  const results: Measured[][] = sides.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, { server, request }] of sides.entries()) {
      const before = processorMs(server.pid())
      const load = { port: server.port, request, connections, milliseconds }
      const loaded = await loader.run(load)
      const processorUs = (processorMs(server.pid()) - before) * 1000
      results[index]?.push({ ...loaded, processorUs: processorUs / loaded.answers })
    }
  return results.map((rows) => ({
    perSecond: median(rows.map(({ perSecond }) => perSecond)),
    answers: median(rows.map(({ answers }) => answers)),
    p50: median(rows.map(({ p50 }) => p50)),
    p99: median(rows.map(({ p99 }) => p99)),
    bytes: rows[0]?.bytes ?? 0,
    processorUs: median(rows.map(({ processorUs }) => processorUs)),
  }))
}

/** The number in the middle; 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The number that a share of all are not above; 0 of none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
