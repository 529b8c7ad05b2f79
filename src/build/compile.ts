import { renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Glob } from 'bun'
import { natives } from './natives'
import { inProject } from './project'
import type { Target } from './targets'

const LARGEST_BYTES = 150_000_000

/**
 * Compiles the executable for a platform; the web UI and the notices must have been written.
 *
 * Bytecode makes it 5 MB larger and lets it answer first after about half the time.
 *
 * @throws Error when it has become too large.
 */
export async function compile(
  target: Target,
  version: string,
  outfile: string,
): Promise<{ megabytes: string; seconds: string }> {
  const started = performance.now()
  const partial = join(dirname(outfile), `.${basename(outfile)}.${process.pid}`)
  const workers = [...new Glob('workers/*-worker.ts').scanSync(inProject('src'))]
  try {
    await Bun.build({
      entrypoints: ['main.ts', ...workers].map((name) => inProject('src', name)),
      target: 'bun',
      format: 'esm',
      minify: true,
      bytecode: true,
      // What is imported when it is needed stays out of memory until then.
      splitting: true,
      // One flat folder, so that `new URL('./x-worker.ts', import.meta.url)` is right in the bundle too.
      naming: { entry: '[name].[ext]' },
      define: {
        'process.env.NODE_ENV': '"production"',
        BUILD_VERSION: JSON.stringify(version),
      },
      compile: {
        target: target.bun,
        outfile: partial,
        autoloadDotenv: false,
        autoloadBunfig: false,
        ...(target.runtime ? { executablePath: target.runtime } : {}),
      },
      plugins: [natives(target)],
    })
    renameSync(partial, outfile)
  } finally {
    rmSync(partial, { force: true })
  }
  const bytes = statSync(outfile).size
  if (bytes > LARGEST_BYTES) throw new Error(`${outfile} is larger than ${LARGEST_BYTES} bytes.`)
  return {
    megabytes: (bytes / 1e6).toFixed(1),
    seconds: ((performance.now() - started) / 1000).toFixed(1),
  }
}
