import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '@/build/project'
import { afterTest } from './after-test'
import { newTestFolder } from './folder'
import type { Bucket } from './s3'

const RECIPE = inProject('.github', 'deploy', 'litestream.yml')

/** The target of Litestream, in the form that it expects. */
export interface Replica {
  url: string
  env: Record<string, string>
}

export const inFolder = (folder: string): Replica => ({ url: `file://${folder}`, env: {} })

export function inBucket({
  endpoint,
  name,
  region,
  accessKeyId,
  secretAccessKey,
}: Bucket): Replica {
  const options = new URLSearchParams({ endpoint, region, forcePathStyle: 'true' })
  return {
    url: `s3://${name}/database?${options}`,
    env: { LITESTREAM_ACCESS_KEY_ID: accessKeyId, LITESTREAM_SECRET_ACCESS_KEY: secretAccessKey },
  }
}

/** A process of Litestream. */
export interface Litestream {
  pid: number
  /** Ends it with a signal and waits for its exit. */
  end: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>
  /** Its output so far. */
  output: () => string
}

/** Replicates a database until the end of the test, with the recommended settings except for the interval. */
export function replicate(
  program: string,
  database: string,
  { url, env }: Replica,
  interval = '200ms',
): Litestream {
  const config = join(newTestFolder(), 'litestream.yml')
  writeFileSync(config, readFileSync(RECIPE, 'utf8').replaceAll('200ms', interval))
  const variables = { ...env, DATABASE: database, REPLICA_URL: url }
  return start([program, 'replicate', '-config', config], variables)
}

/** Keeps a local copy of a replica current until the end of the test. */
export const follow = (
  program: string,
  copy: string,
  { url, env }: Replica,
  interval = '200ms',
): Litestream =>
  start([program, 'restore', '-f', '-follow-interval', interval, '-o', copy, url], env)

/** Restores a database from a replica and checks all of it. @throws Error with the output of Litestream. */
export function restore(program: string, target: string, { url, env }: Replica): void {
  const command = [program, 'restore', '-integrity-check', 'full', '-o', target, url]
  const { success, stdout, stderr } = Bun.spawnSync(command, { env: environment(env) })
  if (!success) throw new Error(`Litestream cannot restore.\n${stdout}${stderr}`)
}

const environment = (env: Record<string, string>) => ({ PATH: '/usr/bin:/bin', ...env })

function start(command: string[], env: Record<string, string>): Litestream {
  const child = Bun.spawn(command, {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr])
    void (async () => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) printed.push(text)
    })()
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    child.kill(signal)
    await child.exited
  }
  afterTest(() => end('SIGKILL'))
  return { pid: child.pid, end, output: () => printed.join('') }
}
