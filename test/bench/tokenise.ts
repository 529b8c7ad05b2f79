/** Tokenises rides with saxes in a separate process. Prints the milliseconds for each file. */
import { SaxesParser } from 'saxes'
import { moveToDay, syntheticRide, watchFile } from './recordings'

const CHUNK = 65_536

/** Reads all tokens of a file. */
export function tokenise(bytes: Uint8Array): void {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let start = 0; start < bytes.length; start += CHUNK)
    parser.write(decoder.decode(bytes.subarray(start, start + CHUNK), { stream: true }))
  parser.close()
}

if (import.meta.main) {
  const [files = 20, points = 3600] = process.argv.slice(2).map(Number)
  const ride = syntheticRide(points)
  const times: number[] = []
  // Code that the first files compile is not counted.
  const WARM_UP = 5
  for (let day = 0; day < files + WARM_UP; day++) {
    const bytes = watchFile(moveToDay(ride, day))
    const started = performance.now()
    tokenise(bytes)
    times.push(performance.now() - started)
  }
  process.stdout.write(JSON.stringify(times.slice(WARM_UP)))
}
