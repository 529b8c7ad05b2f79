import { processorMs } from '../support/processor-time'
import type { LoadResult } from './load'
import type { Loader } from './loader'
import type { ServerProcess } from './server'

/** A request and the server for it. */
export interface Side {
  server: ServerProcess
  request: string
}

/** The result of a side: the median of its rounds. */
export interface Measurement extends LoadResult {
  /** Microseconds of CPU time that the server used per response. */
  processorUs: number
}

/** How long sides are measured. */
export interface MeasureOptions {
  rounds: number
  milliseconds: number
}

/** Loads the sides in turn, so that other work on the machine affects all of them. */
export async function measureInTurn(
  loader: Loader,
  sides: readonly Side[],
  { connections, rounds, milliseconds }: MeasureOptions & { connections: number },
): Promise<Measurement[]> {
  const results: Measurement[][] = sides.map(() => [])
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

/** The median, or 0 for no numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The percentile, or 0 for no numbers. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
