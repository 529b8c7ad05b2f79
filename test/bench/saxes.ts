import { join } from 'node:path'

/** Milliseconds that saxes needs for each of several rides with the given number of points. */
export function tokenisingTimes(files: number, points: number): number[] {
  const script = join(import.meta.dir, 'tokenise.ts')
  const done = Bun.spawnSync([process.execPath, script, String(files), String(points)], {
    stderr: 'inherit',
  })
  return JSON.parse(done.stdout.toString())
}
