import { join } from 'node:path'
import { type Attack, attemptCount, timeLimit } from '../attack'
import { runToEnd } from '../victim'

/** The number of attempts of each kind in the usual and the long run. */
const KINDS: Record<string, [usual: number, long: number]> = {
  gpx: [4000, 50_000],
  tcx: [3000, 40_000],
  kml: [3000, 30_000],
  kmz: [1000, 10_000],
  fit: [6000, 50_000],
  zip: [1000, 15_000],
  multipart: [3000, 25_000],
}
const SEEDS = 100_000

/** Files and forms with random changes in critical places: each is read or rejected within two seconds. */
export const mutations: Attack = {
  name: 'mutated XML, FIT, zip and multipart',
  isAlone: true,
  run: async (stage) => {
    const seed = String(Math.floor(stage.random() * SEEDS))
    for (const [kind, counts] of Object.entries(KINDS)) {
      const count = attemptCount(stage, ...counts)
      const { code, output, stdout } = await runToEnd(
        [process.execPath, join(import.meta.dir, '..', 'mutate.ts'), kind, seed, String(count)],
        { limit: timeLimit(stage) },
      )
      const lines = stdout.split('\n').filter((line) => line)
      for (let done = lines.length; done < count; done++) stage.tried()
      for (const line of lines) stage.tried(JSON.parse(line))
      if (code !== 0) stage.tried(`${kind}, seed ${seed}: ${output.slice(-300)}`)
    }
  },
}
