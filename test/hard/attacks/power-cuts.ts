import { join } from 'node:path'
import { type Attack, attemptCount, timeLimit } from '../attack'
import { runToEnd } from '../victim'

const PROJECT = join(import.meta.dir, '..', '..', '..')

/**
 * Cuts the power and lets the disk fail, in a separate process, because it serves the disk and must not leave mounts
 * behind.
 */
export const powerCuts: Attack = {
  name: 'power cuts and failing disks',
  isAlone: true,
  isAboutDurability: true,
  run: async (stage) => {
    const { victim, random, triedMany, tried, skip } = stage
    const options = {
      cuts: attemptCount(stage, 200, 3000),
      faults: attemptCount(stage, 200, 3000),
      seed: 1 + Math.floor(random() * 1_000_000),
      binary: victim.program,
    }
    const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    const command = [process.execPath, 'test/hard/powercut/run.ts', ...given]
    const { code, output } = await runToEnd(command, { cwd: PROJECT, limit: timeLimit(stage) })
    const lines = output.split('\n')
    for (const line of lines.filter((one) => one.startsWith('SKIPPED'))) skip(line)
    for (const line of lines.filter((one) => /^ +PROBLEM/.test(one))) tried(line.trim())
    for (const [, cuts, faults] of output.matchAll(/^\w+: (\d+) cuts, (\d+) faults/gm))
      triedMany(Number(cuts) + Number(faults))
    tried(code !== 0 && `it ended with ${code}: ${output.slice(-500)}`)
  },
}
