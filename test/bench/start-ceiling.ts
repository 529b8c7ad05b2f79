import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/build/free-port'
import { natives } from '@/build/release/natives'
import { hostTarget, prepareTarget } from '@/build/targets'
import type { CeilingPlan } from './ceiling'
import { logInAt, type ServerProcess, untilUp } from './server'

/** A running ceiling server. */
export interface Ceiling extends ServerProcess {
  token: string
  /** Milliseconds from the start to the first response. */
  startedAfter: number
  stop: () => Promise<void>
}

/** Compiles the ceiling server like the executable and returns its path. */
export async function compileCeiling(folder: string): Promise<string> {
  const target = prepareTarget(hostTarget())
  const outfile = join(folder, 'ceiling')
  const { success, logs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'ceiling.ts')],
    ...{ target: 'bun', format: 'esm', minify: true, bytecode: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: { target: target.bun, outfile, autoloadDotenv: false, autoloadBunfig: false },
    plugins: [natives(target)],
  })
  if (!success) throw new Error(logs.join('\n'))
  return outfile
}

/** Starts the compiled ceiling server in a folder for its files. */
export async function startCeiling(
  program: string,
  folder: string,
  plan: Omit<CeilingPlan, 'port'>,
): Promise<Ceiling> {
  const port = freePort()
  const file = join(folder, 'ceiling.json')
  writeFileSync(file, JSON.stringify({ ...plan, port }))
  const child = Bun.spawn([program, file], {
    env: { PATH: '/usr/bin:/bin', HOME: folder, MILEPOST_NATIVE_DIR: join(folder, 'native') },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const startedAfter = await untilUp(child, `${url}/ping`)
  return {
    ...{ port, startedAfter, pid: () => child.pid },
    token: await logInAt(`${url}/login`, 'user_1@example.com'),
    stop: async () => {
      child.kill()
      await child.exited
    },
  }
}
