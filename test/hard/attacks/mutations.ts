import { join } from 'node:path'
import { type Attack, asMany } from '../attack'

/** How many of each kind the usual and the long run try. */
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

/** Files and forms changed at random where it matters: each is read or refused within two seconds. */
export const mutations: Attack = {
  name: 'mutated XML, FIT, zip and multipart',
  isAlone: true,
  run: async (stage) => {
    const seed = String(Math.floor(stage.random() * SEEDS))
    for (const [kind, counts] of Object.entries(KINDS)) {
      const count = asMany(stage, ...counts)
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dir, '..', 'mutate.ts'), kind, seed, String(count)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const lines = (await new Response(child.stdout).text()).split('\n').filter((line) => line)
      for (let done = lines.length; done < count; done++) stage.tried()
      for (const line of lines) stage.tried(JSON.parse(line))
      if ((await child.exited) !== 0) stage.tried(`${kind}, seed ${seed}: the process ended`)
    }
  },
}
